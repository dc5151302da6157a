import type { IncomingMessage } from 'node:http';

/**
 * The path and query of a request target. HTTP also allows an absolute URL there, which the router
 * would treat as a path.
 */
export function requestPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const path = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(\/[^#]*|\?[^#]*)?/i.exec(url)?.[1] ?? '/';
  return path.startsWith('/') ? path : `/${path}`;
}
