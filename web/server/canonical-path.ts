const lowerCaseEscapes = (path: string) =>
  path.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

/** In lower case, but for a topic, which is spelled as the posts spell it. */
function lowerCase(path: string): string {
  const topic = /^\/topics\/([^/]+)$/i.exec(path)?.[1];
  return topic === undefined ? path.toLowerCase() : `/topics/${topic}`;
}

/**
 * In lower case and without a trailing slash; undefined if the target is canonical already. Never
 * the URL of another host: browsers treat a backslash as a slash, and two of either as a host.
 */
export function canonicalPath(target: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const segments = path.split(/[/\\]+/).filter(Boolean);
  const canonical = lowerCase(`/${segments.join('/')}`);
  // Percent escapes are case-insensitive.
  const isCanonical = lowerCaseEscapes(canonical) === lowerCaseEscapes(path);
  return isCanonical ? undefined : canonical + query;
}
