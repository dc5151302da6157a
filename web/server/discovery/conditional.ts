import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress } from '../compress.ts';

type Known = { readonly etag: string; readonly since: number };

/**
 * Answers with the bytes, or with 304 where the other side has them. A change of the bytes is a
 * change of the time, too, even if it is no newer post that came but an older one that went.
 */
export function createConditional() {
  const known = new Map<string, Known>();

  function lastChange(path: string, etag: string, changed: Date): Date {
    const before = known.get(path);
    if (before?.etag === etag) return new Date(before.since);
    const since = before ? Math.max(changed.getTime(), Date.now()) : changed.getTime();
    known.set(path, { etag, since });
    return new Date(since);
  }

  return async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, body, type, changed }: { path: string; body: string; type: string; changed: Date },
  ): Promise<FastifyReply> {
    // Weak: it is of the text, whichever way that is packed.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const modified = lastChange(path, etag, changed).toUTCString();
    reply.headers({
      etag,
      'last-modified': modified,
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    const asked = request.headers['if-none-match'];
    const unchanged =
      asked === undefined
        ? request.headers['if-modified-since'] === modified
        : asked.split(',').some((each) => each.trim() === etag || `W/${each.trim()}` === etag);
    if (unchanged) return reply.code(304).send();
    const { body: bytes, encoding } = await compress(body, request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type(`${type}; charset=utf-8`).send(bytes);
  };
}
