import cors from '@fastify/cors';
import {
  CHUNK_BYTES,
  CROSS_ORIGIN_HEADERS,
  CSP_DENY_ALL,
  REQUEST_ID_HEADER,
} from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';

/** A picture that is opened by itself runs no scripts, and every site can embed it. */
export const PICTURE_HEADERS = {
  ...CROSS_ORIGIN_HEADERS,
  'content-security-policy': `${CSP_DENY_ALL}; sandbox`,
};

/** Files are read in small chunks, because slow readers are measured by chunks (slow-readers.ts). */
export const SMALL_CHUNKS = { highWaterMark: CHUNK_BYTES };

/** Browsers may show the site from another origin than that of the API. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      ...['authorization', 'content-type', 'idempotency-key'],
      ...['if-match', 'if-none-match', 'working-copy'],
    ],
    exposedHeaders: ['etag', 'link', 'location', 'retry-after', REQUEST_ID_HEADER],
    maxAge: 86_400,
  });
}

export function revalidateByDefault(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  });
}
