import { LRUCache } from 'lru-cache';
import {
  type CachedResponse,
  createCachedResponse,
  type ResponseContent,
} from './cached-response.ts';
import type { ContentRevision } from './content-revision.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** A single response must not evict all others; the list of a medium blog has several megabytes. */
const MAX_ENTRY_SHARE = 3 / 4;
/** Pages also change with time: the footer shows the year. */
const MAX_AGE_MS = 3_600_000;
/** A response that is still requested after this time is worth compressing with the best quality. */
const RECOMPRESS_AFTER_MS = 2_000;

type Options = {
  readonly revision: ContentRevision;
  readonly maxBytes?: number;
  /**
   * A remote API may return outdated data for this time after a change. A response that was created in this time is not
   * cached: it could be outdated, and would stay so until the next change.
   */
  readonly apiLagMs?: number;
};

/** Responses are bytes that are created once for each URL and content revision. */
export function createResponseCache(options: Options) {
  const { revision, maxBytes = MAX_BYTES, apiLagMs = 0 } = options;
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(bytes, 1),
  });
  let pending = new Map<string, Promise<CachedResponse>>();
  let cachedRevision: number | undefined;
  let invalidatedAt = Number.NEGATIVE_INFINITY;
  let isRecompressing = false;
  /** Counts the calls of `getOrCreate`; those of the fast path are counted there. */
  const lookups = { hits: 0, misses: 0 };

  function discardOutdated(number: number): void {
    if (number === cachedRevision) return;
    // The first number does not mean that something changed.
    if (cachedRevision !== undefined) invalidatedAt = Date.now();
    cachedRevision = number;
    responses.clear();
    pending = new Map();
  }

  /** Compresses one response at a time; the others follow when they are requested again. */
  function recompress(response: CachedResponse): void {
    if (isRecompressing) return;
    isRecompressing = true;
    response
      .recompress()
      .catch(() => {})
      .finally(() => {
        isRecompressing = false;
      });
  }

  function find(key: string): CachedResponse | undefined {
    const response = responses.get(key);
    if (!response) return undefined;
    const age = Date.now() - response.createdAt;
    if (age > MAX_AGE_MS) {
      responses.delete(key);
      return undefined;
    }
    if (age > RECOMPRESS_AFTER_MS && response.canRecompress) recompress(response);
    return response;
  }

  async function createAndStore(
    key: string,
    number: number,
    create: () => Promise<ResponseContent>,
  ): Promise<CachedResponse> {
    const startedAt = Date.now();
    const content = await create();
    const response = await createCachedResponse(content, () => {
      if (responses.peek(key) !== response) return;
      // LRUCache calculates the size of new entries only.
      responses.delete(key);
      responses.set(key, response);
    });
    const isCurrent = number === cachedRevision && startedAt - invalidatedAt >= apiLagMs;
    if (content.cacheable && isCurrent && response.bytes <= maxBytes * MAX_ENTRY_SHARE)
      responses.set(key, response);
    return response;
  }

  return {
    /** Undefined unless the response is known without waiting to be current. */
    get(key: string): CachedResponse | undefined {
      const number = revision.cached();
      if (number === undefined) return undefined;
      discardOutdated(number);
      return find(key);
    },

    /** Concurrent calls for one key share one `create`. */
    async getOrCreate(
      key: string,
      create: () => Promise<ResponseContent>,
    ): Promise<CachedResponse> {
      const number = await revision.current().catch(() => undefined);
      // Without a revision nothing can be cached.
      if (number === undefined) {
        lookups.misses += 1;
        return createCachedResponse(await create());
      }
      discardOutdated(number);
      const existing = find(key) ?? pending.get(key);
      lookups[existing ? 'hits' : 'misses'] += 1;
      if (existing) return existing;
      const pendingNow = pending;
      const response = createAndStore(key, number, create).finally(() => pendingNow.delete(key));
      pendingNow.set(key, response);
      return response;
    },

    /** To be awaited after a change. From then on, no older response is sent. */
    async invalidate(): Promise<void> {
      try {
        discardOutdated(await revision.refresh());
      } catch {
        // The change is committed all the same: without a number, nothing cached is used.
        revision.reset();
      }
    },

    get bytes() {
      return responses.calculatedSize;
    },

    lookups,

    get revision() {
      return cachedRevision;
    },
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;
