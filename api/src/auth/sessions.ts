import { randomBytes } from 'node:crypto';
import { endTickets } from '../backups/backups.service.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { tokenHash } from '../http/token-hash.ts';
import { findStorageFailure } from '../storage-failures.ts';
import * as auth from './auth.repository.ts';
import { createSessionCache } from './session-cache.ts';

/** A session ends so long after it was last used … */
const UNUSED_MS = 14 * DAY_MS;
/** … and so long after its login, however it is used: a stolen token does not work for ever. */
const LONGEST_MS = 90 * DAY_MS;
/** A session is extended at most this often, so that reading does not become writing. */
const EXTEND_AFTER_MS = 3_600_000;

/** Every session, and what sessions have asked for and not yet used. */
export async function endAllSessions(trx: DatabaseTransaction): Promise<void> {
  await auth.deleteAllSessions(trx);
  await endTickets(trx);
}

function expiry(now: Date, begun: Date): Date {
  return new Date(Math.min(now.getTime() + UNUSED_MS, begun.getTime() + LONGEST_MS));
}

function atTheTime(now: Date) {
  return {
    now: now.toISOString(),
    begunAfter: new Date(now.getTime() - LONGEST_MS).toISOString(),
  };
}

export function createSessions(db: Database, clock: Clock) {
  const known = createSessionCache();

  async function extend(hash: string, expiresAt: Date): Promise<void> {
    try {
      await auth.extendSession(db, hash, expiresAt.toISOString());
    } catch (error) {
      // Who only wants to read must not fail because nothing can be written; it is tried again.
      if (!findStorageFailure(error)) throw error;
    }
  }

  return {
    /** Undefined where the password was changed while it was checked. */
    async start(passwordHash: string): Promise<string | undefined> {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      const session = {
        token_hash: tokenHash(token),
        created_at: now.toISOString(),
        expires_at: expiry(now, now).toISOString(),
      };
      if (!(await auth.insertSession(db, session, passwordHash))) return undefined;
      known.remember(session.token_hash, session.expires_at);
      return token;
    },

    async end(token: string): Promise<void> {
      await auth.deleteSession(db, tokenHash(token));
      known.forget(tokenHash(token));
    },

    async endAll(): Promise<void> {
      await inTransaction(db, endAllSessions);
      known.forgetAll();
    },

    /** Whether the token's session has not ended; using it moves its end further away. */
    async authenticate(token: string): Promise<boolean> {
      const now = clock();
      const hash = tokenHash(token);
      const session = await auth.findSession(db, hash, atTheTime(now));
      if (!session) {
        known.forget(hash);
        return false;
      }
      known.remember(hash, session.expires_at);
      const next = expiry(now, new Date(session.created_at));
      const gained = next.getTime() - Date.parse(session.expires_at);
      if (gained >= EXTEND_AFTER_MS) await extend(hash, next);
      return true;
    },

    /** Whether a token was valid when it was last used here. It may have been ended since. */
    isKnown: (token: string) => known.isKnown(tokenHash(token), clock()),

    /** For when all were ended elsewhere. */
    forgetAll: known.forgetAll,

    deleteEnded: () => auth.deleteExpiredSessions(db, atTheTime(clock())),
  };
}
