import { randomBytes } from 'node:crypto';
import { deleteAllTickets } from '../backups/backups.service.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { tokenHash } from '../http/token-hash.ts';
import { findStorageFailure } from '../storage-failures.ts';
import * as auth from './auth.repository.ts';
import { createSessionCache } from './session-cache.ts';

const IDLE_TIMEOUT_MS = 14 * DAY_MS;
/** Limits how long a stolen token works. */
const MAX_LIFETIME_MS = 90 * DAY_MS;
/** Avoids a write on every read request. */
const EXTEND_INTERVAL_MS = 3_600_000;

/** Also revokes the download tickets that sessions have requested. */
export async function endAllSessions(trx: DatabaseTransaction): Promise<void> {
  await auth.deleteAllSessions(trx);
  await deleteAllTickets(trx);
}

function expiryOf(now: Date, createdAt: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_TIMEOUT_MS, createdAt.getTime() + MAX_LIFETIME_MS));
}

function validityAt(now: Date): auth.Validity {
  return {
    now: now.toISOString(),
    createdAfter: new Date(now.getTime() - MAX_LIFETIME_MS).toISOString(),
  };
}

async function extendIfWritable(db: Database, hash: string, expiresAt: Date): Promise<void> {
  try {
    await auth.extendSession(db, hash, expiresAt.toISOString());
  } catch (error) {
    // A read request must not fail because the disk is full. The next request tries again.
    if (!findStorageFailure(error)) throw error;
  }
}

export function createSessions(db: Database, clock: Clock) {
  const cache = createSessionCache();

  async function authenticate(token: string): Promise<boolean> {
    const now = clock();
    const hash = tokenHash(token);
    const session = await auth.findSession(db, hash, validityAt(now));
    if (!session) {
      cache.delete(hash);
      return false;
    }
    cache.set(hash, session.expires_at);
    const expiry = expiryOf(now, new Date(session.created_at));
    const extensionMs = expiry.getTime() - Date.parse(session.expires_at);
    if (extensionMs >= EXTEND_INTERVAL_MS) await extendIfWritable(db, hash, expiry);
    return true;
  }

  return {
    authenticate,

    /** Undefined if the password was changed while it was being verified. */
    async start(passwordHash: string): Promise<string | undefined> {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      const session = {
        token_hash: tokenHash(token),
        created_at: now.toISOString(),
        expires_at: expiryOf(now, now).toISOString(),
      };
      if (!(await auth.insertSession(db, session, passwordHash))) return undefined;
      cache.set(session.token_hash, session.expires_at);
      return token;
    },

    async end(token: string): Promise<void> {
      await auth.deleteSession(db, tokenHash(token));
      cache.delete(tokenHash(token));
    },

    async endAll(): Promise<void> {
      await inTransaction(db, endAllSessions);
      cache.clear();
    },

    isCached: (token: string) => cache.has(tokenHash(token), clock()),

    clearCache: cache.clear,

    deleteExpired: () => auth.deleteExpiredSessions(db, validityAt(clock())),
  };
}
