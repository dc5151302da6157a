import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type AdminTokens, createAdmissionControl, type Refuse } from './admission-control.ts';
import type { CachedResponse } from './cached-response.ts';
import { isDraining, startDraining } from './draining.ts';
import { chooseEncoding, type Encoding } from './encodings.ts';
import {
  createRawResponse,
  type Header,
  REQUEST_ID_HEADER,
  sendRaw,
  type Wire,
} from './raw-response.ts';
import type { ResponseCache } from './response-cache.ts';
import { isBodyHeader } from './send.ts';

/** Writes a request down that was answered. */
export type FrontLog = (
  request: IncomingMessage,
  answered: { readonly id: string; readonly status: number; readonly ms: number },
) => void;

type Prepared = { readonly found: Wire; readonly unchanged: Wire };

/** An answer in one encoding, put together once. */
function prepare(
  { status, etag, sentHeaders }: CachedResponse,
  encoding: Encoding,
  body: Buffer,
  keepAlive: string,
): Prepared | undefined {
  if (!sentHeaders) return undefined;
  const tagged = [...sentHeaders, ['etag', etag(encoding)] as const];
  const packed: Header[] = encoding === 'identity' ? [] : [['content-encoding', encoding]];
  const found = [...tagged, ...packed, ['content-length', String(body.length)] as const];
  const unchanged = tagged.filter(([name]) => !isBodyHeader(name));
  return {
    found: createRawResponse(status, found, keepAlive, body),
    unchanged: createRawResponse(304, unchanged, keepAlive),
  };
}

type FrontOptions = {
  /** The id of a request, which its answer and the log have in common. */
  readonly identify: (request: IncomingMessage) => string;
  readonly log?: FrontLog | undefined;
  readonly refuse: Refuse;
  readonly owners?: AdminTokens | undefined;
};

/**
 * Answers what is kept before the framework sees the request: it would take longer to find out
 * what to do than to do it. Everything else, and everything in doubt, goes on to the framework,
 * which gives the same answer; as many at a time as it can serve.
 */
export function addFastPath(
  app: FastifyInstance,
  kept: ResponseCache,
  { identify, log, refuse, owners }: FrontOptions,
): void {
  const { server } = app;
  const prepared = new WeakMap<Buffer, Prepared>();
  const keepAlive = `timeout=${Math.floor(server.keepAliveTimeout / 1_000)}`;
  app.addHook('preClose', async () => startDraining(server));

  function findPrepared(answer: CachedResponse, encoding: Encoding): Prepared | undefined {
    const body = answer.ready(encoding);
    if (!body) return undefined;
    const known = prepared.get(body);
    if (known) return known;
    const made = prepare(answer, encoding, body, keepAlive);
    if (made) prepared.set(body, made);
    return made;
  }

  function answerKept(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || isDraining(server)) return false;
    const { headers, url = '' } = request;
    // Another site asks, or somebody asks by the time: that is for the framework to decide.
    if (headers.origin !== undefined || headers['if-modified-since'] !== undefined) return false;
    // The connection is to be closed, or comes from a time when that was the rule.
    if (request.httpVersionMinor !== 1 || !/^(keep-alive)?$/i.test(headers.connection ?? '')) {
      return false;
    }
    const answer = kept.peek(url);
    if (!answer) return false;
    const encoding = answer.encodingFor(chooseEncoding(headers['accept-encoding']));
    const ready = findPrepared(answer, encoding);
    if (!ready) return false;
    const known = headers['if-none-match'];
    const isKnown = known !== undefined && answer.isKnownBy(known);
    const own = isKnown ? ready.unchanged : ready.found;
    const id = identify(request);
    log?.(request, { id, status: isKnown ? 304 : answer.status, ms: 0 });
    sendRaw(response, own, id);
    return true;
  }

  const admit = createAdmissionControl((request, response) => {
    const id = identify(request);
    log?.(request, { id, status: 503, ms: 0 });
    response.setHeader(REQUEST_ID_HEADER, id);
    refuse(request, response);
  }, owners);
  const [handle, ...others] = server.listeners('request');
  if (!handle || others.length > 0)
    throw new Error('Somebody else answers requests, too, or nobody');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (answerKept(request, response)) return;
    admit(request, response, () => handle.call(server, request, response));
  });
}
