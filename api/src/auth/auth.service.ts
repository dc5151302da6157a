import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { endTickets } from '../backups/end-tickets.ts';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { addressKey } from '../http/address-key.ts';
import { ProblemError } from '../http/problem.ts';
import { tokenHash } from '../http/token-hash.ts';
import { createTurns } from '../in-turn.ts';
import { findStorageFailure } from '../storage-failures.ts';
import * as auth from './auth.repository.ts';
import { createLoginLimit } from './login-limit.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const SESSION_MS = 14 * 86_400_000;
/** A session is extended at most this often, so that reading does not become writing. */
const EXTEND_AFTER_MS = 3_600_000;

/** To check a password costs as much as a page on purpose: who comes then would wait for seconds. */
const MOST_UNDER_WAY = 64;
const TOO_MANY = new ProblemError(
  'unavailable',
  'Too many are logging in at once. Please try again in a moment.',
  { retryAfter: 5 },
);

/** Of a password nobody has: an unknown name costs the same time as a known one. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$I2OeUDCC4VcbMYg8fH5TjA$KjY2SvWN7kFZjNaUUlz6StYqNEUYDja+NQWWjUkmnyI';

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Every session, and what sessions have asked for and not yet used. */
async function endEverything(trx: DatabaseTransaction): Promise<void> {
  await auth.deleteAllSessions(trx);
  await endTickets(trx);
}

type Attempt = { username: string; password: string; address: string };

export function createAuthService(db: Database, clock: Clock) {
  const limit = createLoginLimit(db, clock);

  const inTurn = createTurns();
  let underWay = 0;

  const expiry = (now: Date) => new Date(now.getTime() + SESSION_MS).toISOString();

  async function areRight(administrator: string, attempt: Attempt): Promise<boolean> {
    const nameIsRight = timingSafeEqual(sha256(attempt.username), sha256(administrator));
    const stored = (await auth.findPasswordHash(db)) ?? NOBODYS_HASH;
    const hash = nameIsRight ? stored : NOBODYS_HASH;
    const passwordIsRight = await verifyPassword(hash, attempt.password);
    return nameIsRight && passwordIsRight;
  }

  async function startSession(): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = clock();
    await auth.insertSession(db, {
      token_hash: tokenHash(token),
      created_at: now.toISOString(),
      expires_at: expiry(now),
    });
    return token;
  }

  async function extend(hash: string, now: Date): Promise<void> {
    try {
      await auth.extendSession(db, hash, expiry(now));
    } catch (error) {
      // Who only wants to read must not fail because nothing can be written; it is tried again.
      if (!findStorageFailure(error)) throw error;
    }
  }

  return {
    /**
     * A new session's token; the same failure, after the same time, whatever was wrong. Attempts
     * from one address take turns: a hundred at once cannot all be checked before one is counted.
     */
    async login(administrator: string, attempt: Attempt): Promise<string> {
      if (underWay >= MOST_UNDER_WAY) throw TOO_MANY;
      underWay += 1;
      return inTurn(addressKey(attempt.address), async () => {
        await limit.refuseIfSpent(attempt.address, attempt.username);
        if (!(await areRight(administrator, attempt))) {
          await limit.countMistake(attempt.address, attempt.username);
          throw new ProblemError('invalid-credentials', 'Invalid username or password');
        }
        return startSession();
      }).finally(() => {
        underWay -= 1;
      });
    },

    async logout(token: string): Promise<void> {
      await auth.deleteSession(db, tokenHash(token));
    },

    async logoutEverywhere(): Promise<void> {
      await inTransaction(db, endEverything);
    },

    /** Whether the token's session has not ended; using it moves its end further away. */
    async authenticate(token: string): Promise<boolean> {
      const now = clock();
      const hash = tokenHash(token);
      const expiresAt = await auth.findSessionExpiry(db, hash, now.toISOString());
      if (expiresAt === undefined) return false;
      const used = SESSION_MS - (Date.parse(expiresAt) - now.getTime());
      if (used >= EXTEND_AFTER_MS) await extend(hash, now);
      return true;
    },

    async hasPassword(): Promise<boolean> {
      return (await auth.findPasswordHash(db)) !== undefined;
    },

    async isPassword(password: string): Promise<boolean> {
      const stored = await auth.findPasswordHash(db);
      return stored !== undefined && (await verifyPassword(stored, password));
    },

    /** False where there was one already, or another process was faster. */
    async setFirstPassword(password: string): Promise<boolean> {
      return auth.insertPasswordHash(db, await hashPassword(password));
    },

    /** Ends all sessions, too: whoever knew the old one is out. */
    async setPassword(password: string): Promise<void> {
      const hash = await hashPassword(password);
      await inTransaction(db, async (trx) => {
        await auth.replacePasswordHash(trx, hash);
        await endEverything(trx);
      });
    },

    async sweep(): Promise<void> {
      await auth.deleteExpiredSessions(db, clock().toISOString());
      await limit.sweep();
    },
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
