import type { Headers } from './cached-response.ts';

/** What a refused part of a file (416) has to say: how large the whole is. */
export function contentRange(error: object): Headers {
  const { headers } = error as { headers?: Record<string, unknown> };
  const range = headers?.['Content-Range'];
  return typeof range === 'string' ? { 'content-range': range } : {};
}
