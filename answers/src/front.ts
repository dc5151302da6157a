import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { KeptAnswer } from './answer.ts';
import { chooseEncoding, type Encoding } from './encodings.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { isOfBody } from './send.ts';

/** Headers as Node writes them the fastest: names and values in turn. */
type Flat = readonly string[];

type Prepared = { readonly found: Flat; readonly unchanged: Flat };

/** Writes a request down, and returns the id by which it can be found again. */
export type FrontLog = (request: IncomingMessage, status: number) => string;

/** The headers of an answer in one encoding, put together once. */
function prepare(answer: KeptAnswer, encoding: Encoding, length: number): Prepared | undefined {
  const shared = answer.sentHeaders;
  if (!shared) return undefined;
  const etag = ['etag', answer.etag(encoding)];
  const packed = encoding === 'identity' ? [] : ['content-encoding', encoding];
  return {
    found: [...shared.flat(), ...etag, ...packed, 'content-length', String(length)],
    unchanged: [...shared.filter(([name]) => !isOfBody(name)).flat(), ...etag],
  };
}

/**
 * Answers what is kept before the framework sees the request: it would take longer to find out
 * what to do than to do it. Everything else, and everything in doubt, goes on to the framework,
 * which gives the same answer.
 */
export function putInFront(app: FastifyInstance, kept: KeptAnswers, log?: FrontLog): void {
  const prepared = new WeakMap<Buffer, Prepared>();
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  function answerKept(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || closing) return false;
    const { headers, url = '' } = request;
    // Another site asks, or somebody asks by the time: that is for the framework to decide.
    if (headers.origin !== undefined || headers['if-modified-since'] !== undefined) return false;
    const answer = kept.peek(url);
    if (!answer) return false;
    const encoding = answer.encodingFor(chooseEncoding(headers['accept-encoding']));
    const body = answer.ready(encoding);
    if (!body) return false;
    let { found, unchanged } = prepared.get(body) ?? {};
    if (!found || !unchanged) {
      const made = prepare(answer, encoding, body.length);
      if (!made) return false;
      prepared.set(body, made);
      ({ found, unchanged } = made);
    }
    const known = headers['if-none-match'];
    const isKnown = known !== undefined && answer.isKnownBy(known);
    const status = isKnown ? 304 : answer.status;
    const id = log?.(request, status);
    const own = isKnown ? unchanged : found;
    response.writeHead(status, (id ? ['x-request-id', id, ...own] : own) as string[]);
    response.end(isKnown ? undefined : body);
    return true;
  }

  const { server } = app;
  const [handle, ...others] = server.listeners('request');
  if (!handle || others.length > 0)
    throw new Error('Somebody else answers requests, too, or nobody');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answerKept(request, response)) handle.call(server, request, response);
  });
}
