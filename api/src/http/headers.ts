import cors from '@fastify/cors';
import {
  addRetryAfter,
  CHUNK_BYTES,
  CROSS_ORIGIN_HEADERS,
  CSP_DENY_ALL,
  type Headers,
  REQUEST_ID_HEADER,
  setSecurityHeaders,
} from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import { addRequestIdHeader } from './request-id.ts';

type Options = { defaultHeaders: Headers; webOrigins: readonly string[] };

/** Without scripts when opened by itself, and embeddable by every site. */
export const PICTURE_HEADERS = {
  ...CROSS_ORIGIN_HEADERS,
  'content-security-policy': `${CSP_DENY_ALL}; sandbox`,
};

/** How files are read: slow readers are measured by chunks (slow-readers.ts). */
export const SMALL_CHUNKS = { highWaterMark: CHUNK_BYTES };

export async function setHeaders(
  app: FastifyInstance,
  { defaultHeaders, webOrigins }: Options,
): Promise<void> {
  setSecurityHeaders(app, defaultHeaders);
  addRetryAfter(app);
  addRequestIdHeader(app);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  });
  if (webOrigins.length > 0) {
    await app.register(cors, {
      origin: [...webOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'if-match', 'idempotency-key'],
      exposedHeaders: ['etag', 'link', 'location', 'retry-after', REQUEST_ID_HEADER],
      maxAge: 86_400,
    });
  }
}
