import { LRUCache } from 'lru-cache';
import { findStorageFailure } from '../storage-failures.ts';

const USE_INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/** A read request must not fail because the disk is full. A later request tries again. */
export async function ifWritable(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!findStorageFailure(error)) throw error;
  }
}

type Used = { readonly token_hash: string; readonly last_used_at: string | null };

/** Writes the use of a session or token at most once a minute, so that reading does not mean writing. */
export function createUseRecorder() {
  // Includes attempts that failed: a database that is locked must not delay every request.
  const recorded = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  return async (used: Used, now: Date, write: () => Promise<void>): Promise<void> => {
    const isRecent = (at: number) => Math.abs(now.getTime() - at) < USE_INTERVAL_MS;
    if (isRecent(Date.parse(used.last_used_at ?? ''))) return;
    if (isRecent(recorded.get(used.token_hash) ?? Number.NaN)) return;
    recorded.set(used.token_hash, now.getTime());
    await ifWritable(write());
  };
}
