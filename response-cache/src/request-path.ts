import type { IncomingMessage } from 'node:http';

/**
 * The path that a request asks for, as it is written. It may name a whole address instead, whose
 * host is none of ours; routed as it stands, it would be taken for another page of the same name.
 */
export function requestPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const path = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(\/[^#]*|\?[^#]*)?/i.exec(url)?.[1] ?? '/';
  return path.startsWith('/') ? path : `/${path}`;
}
