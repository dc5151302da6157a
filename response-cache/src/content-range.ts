import type { Headers } from './cached-response.ts';

/** The header of a 416 response: the size of the file. */
export function contentRange(error: object): Headers {
  const { headers } = error as { headers?: Record<string, unknown> };
  const range = headers?.['Content-Range'];
  return typeof range === 'string' ? { 'content-range': range } : {};
}
