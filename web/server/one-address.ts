/**
 * The one address of a page, where it was asked for by another: without a slash at its end, in
 * lower case. Undefined where it is that already. Always a path of this site, never another host.
 */
export function oneAddress(target: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const one = `/${path.split('/').filter(Boolean).join('/')}`.toLowerCase();
  // Percent escapes are the same in either case.
  return one === path.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
    ? undefined
    : one + query;
}
