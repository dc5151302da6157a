import { pipeline, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CachedResponse, type Headers, isBodyHeader } from './cached-response.ts';
import { chooseEncoding, compress, createCompressor, MIN_COMPRESSED_BYTES } from './encodings.ts';

export function addVary(reply: FastifyReply, name: string): void {
  reply.header('vary', [reply.getHeader('vary'), name].filter(Boolean).join(', '));
}

const PER_REQUEST_HEADERS = /^(access-control-.*|connection|date|x-request-id)$/;

function isUnchanged({ headers }: FastifyRequest, cached: CachedResponse): boolean {
  const etags = headers['if-none-match'];
  if (etags !== undefined) return cached.matchesEtag(etags);
  const modified = cached.headers['last-modified'];
  const since = headers['if-modified-since'];
  return modified !== undefined && Date.parse(since ?? '') >= Date.parse(modified);
}

export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): Promise<FastifyReply> {
  reply.code(cached.status).headers(cached.headers);
  addVary(reply, 'Accept-Encoding');
  cached.sentHeaders ??= Object.entries(reply.getHeaders())
    .filter(([name]) => !PER_REQUEST_HEADERS.test(name.toLowerCase()))
    .map(([name, value]) => [name, String(value)] as const);

  if (request.method === 'GET') cached.onSend?.(request.raw);
  const encoding = cached.encodingFor(chooseEncoding(request.headers['accept-encoding']));
  if (cached.status === 200) {
    reply.header('etag', cached.etag(encoding));
    if (isUnchanged(request, cached)) {
      for (const name of Object.keys(reply.getHeaders())) {
        if (isBodyHeader(name)) reply.removeHeader(name);
      }
      return reply.code(304).send();
    }
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await cached.encode(encoding));
}

/** This onSend hook compresses responses that are not cached. */
export async function compressPayload(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < MIN_COMPRESSED_BYTES) return payload;
  addVary(reply, 'Accept-Encoding');
  const encoding = chooseEncoding(headers['accept-encoding']);
  if (encoding === 'identity') return payload;
  const compressed = await compress(Buffer.from(payload), encoding);
  reply.header('content-encoding', encoding).header('content-length', compressed.length);
  return compressed;
}

/** The body is too large for memory, so it is compressed while it is sent. */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Headers,
  body: Readable,
): FastifyReply {
  reply.headers(headers);
  addVary(reply, 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.method === 'HEAD') {
    // Fastify would read the whole stream and discard it.
    body.destroy();
    return reply.send();
  }
  if (encoding === 'identity') return reply.send(body);
  // Errors are not handled here: `pipeline` destroys both streams, and Fastify gets the error from the one that it
  // reads.
  return reply.send(pipeline(body, createCompressor(encoding), () => {}));
}

/** A 416 response has the size of the file in this header. */
export function contentRange(error: object): Headers {
  const { headers } = error as { headers?: Record<string, unknown> };
  const range = headers?.['Content-Range'];
  return typeof range === 'string' ? { 'content-range': range } : {};
}
