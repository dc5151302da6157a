import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time in which the body must arrive, if not BODY_TIMEOUT_MS. */
    bodyTimeoutMs?: number;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function requireUtf8({ headers }: FastifyRequest): void {
  const charset = /charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset && !/^utf-?8$/i.test(charset)) {
    throw new ProblemError('unsupported-media-type', 'JSON must be written in UTF-8.');
  }
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    throw new ProblemError('unsupported-media-type', 'The body must not be compressed.');
  }
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (error) {
    throw new ProblemError('malformed-request', 'The body is not valid UTF-8.', { cause: error });
  }
}

/**
 * Strict, because Fastify's own parser replaces invalid UTF-8, and text would be lost. An empty body is accepted,
 * because some clients always send a JSON content type.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      try {
        requireUtf8(request);
        if (body.length === 0) return done(null, undefined);
        return parse(request, decode(body), done);
      } catch (error) {
        return done(error as Error);
      }
    },
  );
}

/** A client that sends more may miss the response. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

function readToEnd(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_READ_BYTES) finish();
    };
    const finish = () => {
      body.off('data', count);
      resolve();
    };
    // The error is also emitted when the time for the body is over.
    for (const end of ['end', 'error', 'close']) body.once(end, finish);
    body.on('data', count);
  });
}

/** The body is read because clients that still send may not read a response, and proxies send a 502 of their own. */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, { statusCode }) => {
    const isUnread = !raw.complete && !raw.readableEnded && !raw.destroyed;
    if (statusCode === 413 && isUnread) await readToEnd(raw);
  });
}

/** Enough for the longest post over a slow connection. */
const BODY_TIMEOUT_MS = 60_000;

export function addBodyTimeout(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodyTimeoutMs = BODY_TIMEOUT_MS } = request.routeOptions.config;
    const { method, raw } = request;
    const hasArrived = raw.complete || raw.readableEnded;
    if (method === 'GET' || method === 'HEAD' || hasArrived || bodyTimeoutMs === Infinity)
      return done(null, payload);
    const timer = setTimeout(() => {
      const detail = 'The request took too long to arrive. Please send it again.';
      // Why not destroy it: then no response could be sent. The body parser stops on this event.
      payload.emit(
        'error',
        new ProblemError('request-timeout', detail, { headers: { connection: 'close' } }),
      );
    }, bodyTimeoutMs);
    for (const end of ['end', 'error', 'close']) raw.once(end, () => clearTimeout(timer));
    done(null, payload);
  });
}

/** Fastify waits for the end of a body that has a type, and Node does not emit it for one without a length. */
export function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    const isAwaited = raw.headers['content-type'] !== undefined;
    done(null, isAwaited && raw.readableEnded ? Readable.from([]) : payload);
  });
}
