import type { IncomingMessage, RequestListener, Server } from 'node:http';
import {
  type AdminTokens,
  createAdmissionControl,
  type Refuse,
  type RequestQueues,
} from './admission-control.ts';
import type { AppResponse } from './app-response.ts';
import { isDraining } from './draining.ts';
import { chooseEncoding } from './encodings.ts';
import { REQUEST_ID_HEADER } from './raw-response.ts';
import { hasSeveralHosts, withoutTracking } from './request-address.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { ResponseCache } from './response-cache.ts';

export type AccessLog = (
  request: IncomingMessage,
  response: { readonly id: string; readonly status: number; readonly ms: number },
) => void;

type Options = {
  readonly server: Server;
  readonly cache: ResponseCache;
  readonly generateRequestId: (request: IncomingMessage) => string;
  readonly log?: AccessLog | undefined;
  readonly refuse: Refuse;
  readonly adminTokens?: AdminTokens | undefined;
  readonly queues?: RequestQueues | undefined;
  readonly metrics?: RequestMetrics | undefined;
};

/**
 * Sends cached responses without Fastify, whose routing and hooks take longer than the sending.
 * Everything else goes to Fastify, which gives the same response, with a limited concurrency.
 */
export function createRequestListener(
  handle: RequestListener,
  { server, cache, generateRequestId, log, refuse, adminTokens, queues, metrics }: Options,
) {
  /** Returns the status that was sent. Undefined if nothing was. */
  function trySendCached(request: IncomingMessage, response: AppResponse): number | undefined {
    if (request.method !== 'GET' || isDraining(server)) return undefined;
    const { headers, url = '' } = request;
    // A missing host, several hosts, CORS and If-Modified-Since are left to Fastify.
    if (headers.host === undefined) return undefined;
    if (headers.origin !== undefined || headers['if-modified-since'] !== undefined)
      return undefined;
    // The raw responses say `keep-alive`.
    if (request.httpVersionMinor !== 1 || !response.shouldKeepAlive) return undefined;
    const cached = cache.get(withoutTracking(url));
    if (!cached) return undefined;
    const encoding = cached.encodingFor(chooseEncoding(headers['accept-encoding']));
    const etags = headers['if-none-match'];
    const isNotModified = etags !== undefined && cached.matchesEtag(etags);
    const raw = cached.raw(encoding, isNotModified, server.keepAliveTimeout);
    if (!raw || hasSeveralHosts(request)) return undefined;
    const id = generateRequestId(request);
    const status = isNotModified ? 304 : cached.status;
    log?.(request, { id, status, ms: 0 });
    raw.send(response, id);
    cached.onSend?.(request);
    return status;
  }

  const admit = createAdmissionControl(
    (request, response) => {
      const id = generateRequestId(request);
      log?.(request, { id, status: 503, ms: 0 });
      response.setHeader(REQUEST_ID_HEADER, id);
      refuse(request, response);
    },
    adminTokens,
    queues,
  );

  return (request: IncomingMessage, response: AppResponse): void => {
    const startedAt = performance.now();
    const { url = '' } = request;
    const status = trySendCached(request, response);
    if (status !== undefined) {
      metrics?.sentFast(url, status, startedAt);
      return;
    }
    metrics?.watch(url, response, startedAt);
    admit(request, response, () => handle(request, response));
  };
}
