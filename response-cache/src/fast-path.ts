import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { type AdminTokens, createAdmissionControl, type Refuse } from './admission-control.ts';
import type { AppResponse } from './app-response.ts';
import type { CachedResponse } from './cached-response.ts';
import { isDraining } from './draining.ts';
import { chooseEncoding, type Encoding } from './encodings.ts';
import {
  createRawResponse,
  type Header,
  type RawResponse,
  REQUEST_ID_HEADER,
  sendRaw,
} from './raw-response.ts';
import type { ResponseCache } from './response-cache.ts';
import { isBodyHeader } from './send.ts';

export type AccessLog = (
  request: IncomingMessage,
  response: { readonly id: string; readonly status: number; readonly ms: number },
) => void;

/** A cached response in one encoding, as it is sent with status 200 and with 304. */
type RawPair = { readonly full: RawResponse; readonly notModified: RawResponse };

function createRawPair(
  { status, etag, sentHeaders }: CachedResponse,
  encoding: Encoding,
  body: Buffer,
  keepAlive: string,
): RawPair | undefined {
  if (!sentHeaders) return undefined;
  const headers = [...sentHeaders, ['etag', etag(encoding)] as const];
  const encodingHeader: Header[] = encoding === 'identity' ? [] : [['content-encoding', encoding]];
  const length: Header = ['content-length', String(body.length)];
  return {
    full: createRawResponse(status, [...headers, ...encodingHeader, length], keepAlive, body),
    notModified: createRawResponse(
      304,
      headers.filter(([name]) => !isBodyHeader(name)),
      keepAlive,
    ),
  };
}

type Options = {
  readonly server: Server;
  readonly cache: ResponseCache;
  readonly generateRequestId: (request: IncomingMessage) => string;
  readonly log?: AccessLog | undefined;
  readonly refuse: Refuse;
  readonly adminTokens?: AdminTokens | undefined;
};

/**
 * Sends cached responses without Fastify, whose routing and hooks take longer than the sending.
 * Everything else goes to Fastify, which gives the same response, with a limited concurrency.
 */
export function createRequestListener(
  handle: RequestListener,
  { server, cache, generateRequestId, log, refuse, adminTokens }: Options,
) {
  const rawPairs = new WeakMap<Buffer, RawPair>();

  function getRawPair(cached: CachedResponse, encoding: Encoding): RawPair | undefined {
    const body = cached.encodedBody(encoding);
    if (!body) return undefined;
    const existing = rawPairs.get(body);
    if (existing) return existing;
    const keepAlive = `timeout=${Math.floor(server.keepAliveTimeout / 1_000)}`;
    const pair = createRawPair(cached, encoding, body, keepAlive);
    if (pair) rawPairs.set(body, pair);
    return pair;
  }

  function trySendCached(request: IncomingMessage, response: AppResponse): boolean {
    if (request.method !== 'GET' || isDraining(server)) return false;
    const { headers, url = '' } = request;
    // CORS and If-Modified-Since are left to Fastify.
    if (headers.origin !== undefined || headers['if-modified-since'] !== undefined) return false;
    // The raw responses say `keep-alive`.
    if (request.httpVersionMinor !== 1 || !/^(keep-alive)?$/i.test(headers.connection ?? '')) {
      return false;
    }
    const cached = cache.get(url);
    if (!cached) return false;
    const encoding = cached.encodingFor(chooseEncoding(headers['accept-encoding']));
    const pair = getRawPair(cached, encoding);
    if (!pair) return false;
    const etags = headers['if-none-match'];
    const isNotModified = etags !== undefined && cached.matchesEtag(etags);
    const id = generateRequestId(request);
    log?.(request, { id, status: isNotModified ? 304 : cached.status, ms: 0 });
    sendRaw(response, isNotModified ? pair.notModified : pair.full, id);
    return true;
  }

  const admit = createAdmissionControl((request, response) => {
    const id = generateRequestId(request);
    log?.(request, { id, status: 503, ms: 0 });
    response.setHeader(REQUEST_ID_HEADER, id);
    refuse(request, response);
  }, adminTokens);

  return (request: IncomingMessage, response: AppResponse): void => {
    if (!trySendCached(request, response))
      admit(request, response, () => handle(request, response));
  };
}
