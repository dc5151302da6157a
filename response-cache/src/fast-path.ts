import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { type AdminTokens, createAdmissionControl, type Refuse } from './admission-control.ts';
import type { AppResponse } from './app-response.ts';
import type { CachedResponse } from './cached-response.ts';
import { isDraining } from './draining.ts';
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

/** Logs a request that was answered. */
export type AccessLog = (
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

type Options = {
  readonly server: Server;
  readonly cache: ResponseCache;
  /** The id of a request, which its response and the log have in common. */
  readonly generateRequestId: (request: IncomingMessage) => string;
  readonly log?: AccessLog | undefined;
  readonly refuse: Refuse;
  readonly owners?: AdminTokens | undefined;
};

/**
 * Sends cached responses before the framework sees the request: it would take longer to find out
 * what to do than to do it. Everything else, and everything in doubt, goes on to the framework,
 * which gives the same response; as many at a time as it can serve.
 */
export function createRequestListener(
  handle: RequestListener,
  { server, cache, generateRequestId, log, refuse, owners }: Options,
) {
  const prepared = new WeakMap<Buffer, Prepared>();

  function findPrepared(answer: CachedResponse, encoding: Encoding): Prepared | undefined {
    const body = answer.ready(encoding);
    if (!body) return undefined;
    const known = prepared.get(body);
    if (known) return known;
    const keepAlive = `timeout=${Math.floor(server.keepAliveTimeout / 1_000)}`;
    const made = prepare(answer, encoding, body, keepAlive);
    if (made) prepared.set(body, made);
    return made;
  }

  function sendCached(request: IncomingMessage, response: AppResponse): boolean {
    if (request.method !== 'GET' || isDraining(server)) return false;
    const { headers, url = '' } = request;
    // Another site asks, or somebody asks by the time: that is for the framework to decide.
    if (headers.origin !== undefined || headers['if-modified-since'] !== undefined) return false;
    // The connection is to be closed, or comes from a time when that was the rule.
    if (request.httpVersionMinor !== 1 || !/^(keep-alive)?$/i.test(headers.connection ?? '')) {
      return false;
    }
    const answer = cache.peek(url);
    if (!answer) return false;
    const encoding = answer.encodingFor(chooseEncoding(headers['accept-encoding']));
    const ready = findPrepared(answer, encoding);
    if (!ready) return false;
    const known = headers['if-none-match'];
    const isKnown = known !== undefined && answer.isKnownBy(known);
    const own = isKnown ? ready.unchanged : ready.found;
    const id = generateRequestId(request);
    log?.(request, { id, status: isKnown ? 304 : answer.status, ms: 0 });
    sendRaw(response, own, id);
    return true;
  }

  const admit = createAdmissionControl((request, response) => {
    const id = generateRequestId(request);
    log?.(request, { id, status: 503, ms: 0 });
    response.setHeader(REQUEST_ID_HEADER, id);
    refuse(request, response);
  }, owners);

  return (request: IncomingMessage, response: AppResponse): void => {
    if (!sendCached(request, response)) admit(request, response, () => handle(request, response));
  };
}
