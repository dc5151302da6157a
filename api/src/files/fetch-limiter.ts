import { Semaphore } from 'async-mutex';
import { LRUCache } from 'lru-cache';
import { FileStoreError } from './file-store.ts';

const MAX_CONCURRENT = 8;
const MAX_WAITING = 400;
const RESULT_TTL_MS = 5_000;
const OUTAGE_PAUSE_MS = 1_000;
const MAX_CACHED_RESULTS = 10_000;

type Fetch = (path: string) => Promise<boolean>;

/**
 * Protects the object store from the number of requests: concurrent fetches of one path share one
 * request, "not found" is cached, and after a failure there is a short pause.
 */
export function createFetchLimiter(fetch: Fetch, now: () => number = Date.now) {
  const pending = new Map<string, Promise<boolean>>();
  const results = new LRUCache<string, { until: number; isFound: boolean }>({
    max: MAX_CACHED_RESULTS,
  });
  const semaphore = new Semaphore(MAX_CONCURRENT);
  let pausedUntil = 0;

  async function enqueue(path: string): Promise<boolean> {
    if (pending.size >= MAX_CONCURRENT + MAX_WAITING)
      throw new FileStoreError('STORE_UNAVAILABLE', 'Too many files are being fetched.');
    return semaphore.runExclusive(() => fetchUnlessPaused(path));
  }

  async function fetchUnlessPaused(path: string): Promise<boolean> {
    if (now() < pausedUntil)
      throw new FileStoreError(
        'STORE_UNAVAILABLE',
        'The object store did not answer a moment ago.',
      );
    try {
      const isFound = await fetch(path);
      results.set(path, { until: now() + RESULT_TTL_MS, isFound });
      return isFound;
    } catch (error) {
      if (error instanceof FileStoreError) pausedUntil = now() + OUTAGE_PAUSE_MS;
      throw error;
    }
  }

  return {
    async fetch(path: string, isCached: () => Promise<boolean>): Promise<boolean> {
      const result = results.get(path);
      // A file that was fetched may have been removed from the cache since.
      if (result && now() < result.until && (!result.isFound || (await isCached())))
        return result.isFound;
      const current = pending.get(path);
      if (current) return current;
      const promise = enqueue(path).finally(() => pending.delete(path));
      pending.set(path, promise);
      return promise;
    },

    invalidate(path: string): void {
      results.delete(path);
    },
  };
}
