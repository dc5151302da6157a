import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

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
 * Strict: Fastify's own parser replaces invalid UTF-8, so that text would be lost. An empty body is
 * accepted, because some clients always send a JSON content type.
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
