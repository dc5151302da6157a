import { pipeline, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse, Headers } from './cached-response.ts';
import { chooseEncoding, compress, compressor, WORTH_COMPRESSING } from './encodings.ts';

export function addVary(reply: FastifyReply, name: string): void {
  reply.header('vary', [reply.getHeader('vary'), name].filter(Boolean).join(', '));
}

/** Set for one request or one asker only; everything else is the same for everybody. */
const OF_ONE_REQUEST = /^(access-control-.*|connection|date|x-request-id)$/;

/** What says something about a body is not said where there is none. */
export function isBodyHeader(header: string): boolean {
  return /^(content-(type|encoding|length)|link)$/i.test(header);
}

function isUnchanged({ headers }: FastifyRequest, answer: CachedResponse): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return answer.isKnownBy(known);
  const modified = answer.headers['last-modified'];
  const since = headers['if-modified-since'];
  return modified !== undefined && Date.parse(since ?? '') >= Date.parse(modified);
}

/** Answers with the bytes, or with 304 where the other side has them. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): Promise<FastifyReply> {
  reply.code(answer.status).headers(answer.headers);
  addVary(reply, 'Accept-Encoding');
  answer.sentHeaders ??= Object.entries(reply.getHeaders())
    .filter(([name]) => !OF_ONE_REQUEST.test(name.toLowerCase()))
    .map(([name, value]) => [name, String(value)] as const);

  const encoding = answer.encodingFor(chooseEncoding(request.headers['accept-encoding']));
  if (answer.status === 200) {
    reply.header('etag', answer.etag(encoding));
    if (isUnchanged(request, answer)) {
      for (const name of Object.keys(reply.getHeaders())) {
        if (isBodyHeader(name)) reply.removeHeader(name);
      }
      return reply.code(304).send();
    }
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await answer.pack(encoding));
}

/** Packs what is made for one asker only, once it is large enough to be worth it. */
export async function compressPayload(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < WORTH_COMPRESSING) return payload;
  addVary(reply, 'Accept-Encoding');
  const encoding = chooseEncoding(headers['accept-encoding']);
  if (encoding === 'identity') return payload;
  const packed = await compress(Buffer.from(payload), encoding);
  reply.header('content-encoding', encoding).header('content-length', packed.length);
  return packed;
}

/** Answers with what is too large to be held at once, packed on its way. */
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
    // The framework would have all of it made, to throw it away.
    body.destroy();
    return reply.send();
  }
  if (encoding === 'identity') return reply.send(body);
  // A failure ends both streams; the framework hears of it from the one that it reads.
  return reply.send(pipeline(body, compressor(encoding), () => {}));
}
