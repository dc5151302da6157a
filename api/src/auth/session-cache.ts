import { LRUCache } from 'lru-cache';

/** Far more than one person has; each of them was made with the right password. */
const REMEMBERED = 1_000;

/**
 * The hashes of tokens that the database has lately found valid, until their sessions end. They let
 * nobody in: whoever is known waits in the owner's line, and is then asked for the session as before.
 * A token that somebody made up never gets in here, so none can push out another.
 */
export function createSessionCache() {
  const endsAt = new LRUCache<string, number>({ max: REMEMBERED });

  return {
    isKnown: (hash: string, now: Date) => (endsAt.get(hash) ?? 0) > now.getTime(),

    remember(hash: string, expiresAt: string): void {
      endsAt.set(hash, Date.parse(expiresAt));
    },

    forget(hash: string): void {
      endsAt.delete(hash);
    },

    forgetAll(): void {
      endsAt.clear();
    },
  };
}
