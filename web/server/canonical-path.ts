/**
 * In lower case and without a trailing slash; undefined if the target is canonical already. Never
 * the URL of another host: browsers treat a backslash as a slash, and two of either as a host.
 */
export function canonicalPath(target: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const segments = path.split(/[/\\]+/).filter(Boolean);
  const canonical = `/${segments.join('/')}`.toLowerCase();
  // Percent escapes are case-insensitive.
  const requested = path.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return canonical === requested ? undefined : canonical + query;
}
