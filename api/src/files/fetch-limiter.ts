import { Semaphore } from 'async-mutex';
import { LRUCache } from 'lru-cache';
import { FileStoreError } from './file-store.ts';

const AT_ONCE = 8;
const WAITING_AT_MOST = 400;
/** Somebody who makes up names asks for others all the time; a browser asks for one again. */
const ABSENT_FOR_MS = 5_000;
const AWAY_FOR_MS = 1_000;
const REMEMBERED = 10_000;

type Fetch = (path: string) => Promise<boolean>;

/**
 * Keeps requests from becoming as many to the store: one fetch however many ask, few at once, none
 * for what was just found absent, and none for a moment after the store was found away.
 */
export function createFetchLimiter(fetch: Fetch, now: () => number = Date.now) {
  const underWay = new Map<string, Promise<boolean>>();
  const answered = new LRUCache<string, { until: number; isThere: boolean }>({ max: REMEMBERED });
  const fetching = new Semaphore(AT_ONCE);
  let awayUntil = 0;

  async function inTime(path: string): Promise<boolean> {
    if (underWay.size >= AT_ONCE + WAITING_AT_MOST)
      throw new FileStoreError('STORE_UNAVAILABLE', 'Too many files are being fetched.');
    return fetching.runExclusive(() => fetchUnlessAway(path));
  }

  async function fetchUnlessAway(path: string): Promise<boolean> {
    if (now() < awayUntil)
      throw new FileStoreError(
        'STORE_UNAVAILABLE',
        'The object store did not answer a moment ago.',
      );
    try {
      const isThere = await fetch(path);
      answered.set(path, { until: now() + ABSENT_FOR_MS, isThere });
      return isThere;
    } catch (error) {
      if (error instanceof FileStoreError) awayUntil = now() + AWAY_FOR_MS;
      throw error;
    }
  }

  return {
    /** Fetches it, unless the answer is known. */
    async once(path: string, isHere: () => Promise<boolean>): Promise<boolean> {
      const known = answered.get(path);
      // One that was there and is not here any more was removed from the cache.
      if (known && now() < known.until && (!known.isThere || (await isHere())))
        return known.isThere;
      const same = underWay.get(path);
      if (same) return same;
      const mine = inTime(path).finally(() => underWay.delete(path));
      underWay.set(path, mine);
      return mine;
    },

    /** What is known of it is true no more. */
    forget(path: string): void {
      answered.delete(path);
    },
  };
}
