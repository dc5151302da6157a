/**
 * The one address of a page, where it was asked for by another: without a slash at its end, in
 * lower case. Undefined where it is that already. Always a path of this site: browsers take a
 * backslash for a slash, and two of either for another host.
 */
export function canonicalPath(target: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const steps = path.split(/[/\\]+/).filter(Boolean);
  const one = `/${steps.join('/')}`.toLowerCase();
  // Percent escapes are the same in either case.
  const asked = path.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return one === asked ? undefined : one + query;
}
