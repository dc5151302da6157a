import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppResponse } from './app-response.ts';
import { withoutTracking } from './request-address.ts';
import { createRequestQueue, type QueueLimits, type RequestQueue } from './request-queue.ts';

export type Refuse = (request: IncomingMessage, response: ServerResponse) => void;

export type AdminTokens = {
  /** True if the token was recently found valid; undefined without a token. */
  isKnown(request: IncomingMessage): boolean | undefined;
  check(request: IncomingMessage): Promise<boolean>;
};

const NO_ADMIN_TOKENS: AdminTokens = { isKnown: () => undefined, check: async () => false };

/** A reader would rather wait than be refused, but hardly anybody waits much longer than this. */
export const MAX_WAIT_MS = 8_000;

/** A refused request may be sent again after this time, if the refusal says nothing else. */
export const RETRY_AFTER_SECONDS = 5;

/** Rendering is CPU-bound, so a higher concurrency would finish no sooner. */
const RENDERING: QueueLimits = {
  concurrency: 4,
  maxQueued: 100,
  timeoutMs: MAX_WAIT_MS,
  overload: { queued: 50, waitMs: 1_000 },
};
/** Generating an image variant takes long, but mostly in another process. */
const FILES: QueueLimits = { concurrency: 64, maxQueued: 200, timeoutMs: 10_000 };
/** Fewer than for pages, because a preview may wait for its working copy to be rendered. */
const PREVIEWS: QueueLimits = { concurrency: 2, maxQueued: 100, timeoutMs: 10_000 };
const TOKEN_CHECKS: QueueLimits = { ...RENDERING, concurrency: 2 };

/**
 * The queues are separate, so that a flood of invented search queries, or a preview that takes long, delays neither
 * pages nor the administrator. API writes have limits of their own, and health checks must work under load.
 */
function queueName({ method, url = '' }: IncomingMessage) {
  const isReading = method === 'GET' || method === 'HEAD';
  if (url === '/healthz' || url === '/readyz') return undefined;
  if (!isReading && url.startsWith('/api/')) return undefined;
  if (/^\/(assets|uploads|social)\//.test(url)) return 'files';
  if (/^(\/api)?\/preview\//.test(url)) return 'previews';
  return withoutTracking(url).includes('?') ? 'searches' : 'pages';
}

export function createRequestQueues() {
  return {
    admin: createRequestQueue(RENDERING),
    files: createRequestQueue(FILES),
    searches: createRequestQueue(RENDERING),
    pages: createRequestQueue(RENDERING),
    previews: createRequestQueue(PREVIEWS),
    tokens: createRequestQueue(TOKEN_CHECKS),
  };
}

export type RequestQueues = ReturnType<typeof createRequestQueues>;

export function createAdmissionControl(
  refuse: Refuse,
  adminTokens: AdminTokens = NO_ADMIN_TOKENS,
  queues: RequestQueues = createRequestQueues(),
) {
  const tokenChecks = queues.tokens;

  return function admit(request: IncomingMessage, response: AppResponse, handle: () => void): void {
    const isGone = () => response.destroyed || request.socket.destroyed;
    const addTo = (queue: RequestQueue, start: () => void) =>
      queue.add({ start, refuse: () => refuse(request, response), isGone });

    function enqueue(name: keyof typeof queues): void {
      const queue = queues[name];
      addTo(queue, () => {
        releaseWhenResponding(response, queue.release);
        handle();
      });
    }

    const name = queueName(request);
    if (name === undefined) {
      handle();
      return;
    }
    const isKnown = name === 'files' ? undefined : adminTokens.isKnown(request);
    if (isKnown === undefined) enqueue(name);
    else if (isKnown) enqueue('admin');
    // The token is invented, or this is its first request since the start.
    else
      addTo(tokenChecks, async () => {
        const isAdmin = await adminTokens.check(request).catch(() => false);
        tokenChecks.release();
        if (!isGone()) enqueue(isAdmin ? 'admin' : name);
      });
  };
}

/**
 * Releases the slot when the response begins, because a slow reader would occupy it until the end. Responses that are
 * generated while they are sent have their own limit (streams.ts).
 */
function releaseWhenResponding(response: AppResponse, release: () => void): void {
  let isReleased = false;
  const releaseOnce = () => {
    if (!isReleased) release();
    isReleased = true;
  };
  response.onHead = releaseOnce;
  response.once('close', releaseOnce);
}
