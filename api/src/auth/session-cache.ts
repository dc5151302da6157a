import { LRUCache } from 'lru-cache';

const MAX_SESSIONS = 1_000;

/**
 * Token hashes that the database recently confirmed. Only for admission priority under load: every
 * request is still authenticated. Invalid tokens are never added, so they cannot evict valid ones.
 */
export function createSessionCache() {
  const expiryTimes = new LRUCache<string, number>({ max: MAX_SESSIONS });

  return {
    has: (hash: string, now: Date) => (expiryTimes.get(hash) ?? 0) > now.getTime(),

    set(hash: string, expiresAt: string): void {
      expiryTimes.set(hash, Date.parse(expiresAt));
    },

    delete(hash: string): void {
      expiryTimes.delete(hash);
    },

    clear(): void {
      expiryTimes.clear();
    },
  };
}
