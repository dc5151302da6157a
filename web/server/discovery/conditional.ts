import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress } from '../compress.ts';

type Known = { readonly etag: string; readonly since: number };

export type Document = {
  readonly path: string;
  readonly body: string;
  readonly type: string;
  /** When its newest part changed. */
  readonly changed: number;
};

/** Headers know no fractions of a second. */
function wholeSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

/**
 * When each text last differed. A text that is seen for the first time may have changed in any way
 * until now, and two texts never share a time: whoever asks by the time alone gets what is new.
 */
export function createChanges(now: () => number = Date.now) {
  const known = new Map<string, Known>();
  const started = now();

  return function lastChange(path: string, etag: string, changed: number): Date {
    const before = known.get(path);
    if (before?.etag === etag) return new Date(before.since);
    const since = wholeSeconds(
      before ? Math.max(changed, now(), before.since + 1000) : Math.max(changed, started),
    );
    known.set(path, { etag, since });
    return new Date(since);
  };
}

/** Answers with the bytes, or with 304 where the other side has them. */
export function createConditional() {
  const lastChange = createChanges();

  return async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, body, type, changed }: Document,
  ): Promise<FastifyReply> {
    // Weak: it is of the text, whichever way that is packed.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const modified = lastChange(path, etag, changed).toUTCString();
    reply.headers({ etag, 'last-modified': modified, vary: 'Accept-Encoding' });
    const asked = request.headers['if-none-match'];
    const unchanged =
      asked === undefined
        ? Date.parse(request.headers['if-modified-since'] ?? '') >= Date.parse(modified)
        : asked.split(',').some((each) => ['*', etag, etag.slice(2)].includes(each.trim()));
    if (unchanged) return reply.code(304).send();
    const { body: bytes, encoding } = await compress(body, request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type(`${type}; charset=utf-8`).send(bytes);
  };
}
