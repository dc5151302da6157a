import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Headers } from '@longhand/response-cache';
import { bearerToken, tokenHash } from '../http/session.ts';
import type { Metric } from './metric.ts';

export const METRICS_PATH = '/metrics';

/** A comparison in constant time needs values of one length. */
const hashOf = (token: string) => Buffer.from(tokenHash(token));

/**
 * Anything but a GET with the token is left to the next handler, which treats it like any unknown address.
 */
export function createMetricsCheck(token: string): (request: IncomingMessage) => boolean {
  const expected = hashOf(token);
  return (request) => {
    const { url = '', method } = request;
    if (!url.startsWith(METRICS_PATH) || method !== 'GET') return false;
    if (url !== METRICS_PATH && !url.startsWith(`${METRICS_PATH}?`)) return false;
    const sent = bearerToken(request);
    return sent !== undefined && timingSafeEqual(hashOf(sent), expected);
  };
}

type Options = {
  readonly defaultHeaders: Headers;
  /** Reads the metrics of all processes. */
  readonly read: () => Promise<readonly (readonly Metric[])[]>;
  readonly onError: (error: unknown) => void;
};

/**
 * Bypasses the queues and the access log: it must respond under load, and is asked several times a minute.
 */
export function createMetricsResponse({ defaultHeaders, read, onError }: Options) {
  const headers = { ...defaultHeaders, 'cache-control': 'no-store' };
  return async (response: ServerResponse): Promise<void> => {
    try {
      const { formatMetrics } = await import('./prometheus.ts');
      const { type, text } = await formatMetrics(await read());
      const body = Buffer.from(text);
      const sent = { ...headers, 'content-type': type, 'content-length': body.length };
      response.writeHead(200, sent).end(body);
    } catch (error) {
      onError(error);
      response.writeHead(503, { ...headers, 'content-length': 0 }).end();
    }
  };
}
