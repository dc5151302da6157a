import { LRUCache } from 'lru-cache';
import type { Database, SessionsTable } from '../database/tables.ts';
import { readableAddress } from '../http/address-key.ts';
import { findStorageFailure } from '../storage-failures.ts';
import { updateLastUse } from './sessions.repository.ts';

const INTERVAL_MS = 60_000;
const MAX_SESSIONS = 1_000;

/** A read request must not fail because the disk is full. A later request tries again. */
export async function ifWritable(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!findStorageFailure(error)) throw error;
  }
}

/** At most once a minute, so that reading does not mean writing. */
export function createUseRecorder(db: Database) {
  // Also of attempts that failed: a database that is locked must not delay every request.
  const recorded = new LRUCache<string, number>({ max: MAX_SESSIONS });

  return async (session: SessionsTable, address: string, now: Date): Promise<void> => {
    const isRecent = (at: number) => Math.abs(now.getTime() - at) < INTERVAL_MS;
    if (isRecent(Date.parse(session.last_used_at ?? ''))) return;
    if (isRecent(recorded.get(session.token_hash) ?? Number.NaN)) return;
    recorded.set(session.token_hash, now.getTime());
    const use = { address: readableAddress(address) ?? null, last_used_at: now.toISOString() };
    await ifWritable(updateLastUse(db, session, use));
  };
}
