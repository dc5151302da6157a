import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { RETRY_AFTER_SECONDS } from '@longhand/response-cache';
import { endTickets } from '../backups/backups.service.ts';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { addressKey, networkKey } from '../http/address-key.ts';
import { createCounts } from '../http/counts.ts';
import { ProblemError } from '../http/problem.ts';
import { tokenHash } from '../http/token-hash.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import { findStorageFailure } from '../storage-failures.ts';
import * as auth from './auth.repository.ts';
import { createLoginLimit } from './login-limit.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { createSessionCache } from './session-cache.ts';

const DAY_MS = 86_400_000;
/** A session ends so long after it was last used … */
const UNUSED_MS = 14 * DAY_MS;
/** … and so long after its login, however it is used: a stolen token does not work for ever. */
const LONGEST_MS = 90 * DAY_MS;
/** A session is extended at most this often, so that reading does not become writing. */
const EXTEND_AFTER_MS = 3_600_000;

/**
 * To check a password costs as much as a page on purpose: who comes then would wait for seconds. One
 * address checks one at a time, and its other attempts wait, so it takes one place of many; one
 * network takes half of them at most.
 */
const MOST_ADDRESSES = 64;
const MOST_OF_ONE_ADDRESS = 32;
const TOO_MANY = new ProblemError(
  'unavailable',
  'Too many are logging in at once. Please try again in a moment.',
  { retryAfter: RETRY_AFTER_SECONDS },
);

/** Of a password nobody has: an unknown name costs the same time as a known one. */
export const DUMMY_HASH =
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

  const known = createSessionCache();
  const runExclusive = createKeyedMutex();
  /** The attempts that each address has under way, and the addresses that each network has. */
  const attempts = createCounts();
  const addresses = createCounts();

  const expiry = (now: Date, begun: Date) =>
    new Date(Math.min(now.getTime() + UNUSED_MS, begun.getTime() + LONGEST_MS));
  const atTheTime = (now: Date) => ({
    now: now.toISOString(),
    begunAfter: new Date(now.getTime() - LONGEST_MS).toISOString(),
  });

  async function takePlace<Result>(address: string, task: () => Promise<Result>): Promise<Result> {
    const [key, network] = [addressKey(address), networkKey(address)];
    if (attempts.of(key) >= MOST_OF_ONE_ADDRESS) throw TOO_MANY;
    if (attempts.of(key) === 0) {
      if (attempts.keys() >= MOST_ADDRESSES) throw TOO_MANY;
      if (addresses.of(network) >= MOST_ADDRESSES / 2) throw TOO_MANY;
      addresses.add(network);
    }
    attempts.add(key);
    try {
      return await runExclusive(key, task);
    } finally {
      attempts.remove(key);
      if (attempts.of(key) === 0) addresses.remove(network);
    }
  }

  /** The hash that the password was held against, if name and password are right. */
  async function findRightHash(
    administrator: string,
    attempt: Attempt,
  ): Promise<string | undefined> {
    const nameIsRight = timingSafeEqual(sha256(attempt.username), sha256(administrator));
    const stored = (await auth.findPasswordHash(db)) ?? DUMMY_HASH;
    const hash = nameIsRight ? stored : DUMMY_HASH;
    const passwordIsRight = await verifyPassword(hash, attempt.password);
    return nameIsRight && passwordIsRight ? hash : undefined;
  }

  /** Undefined where the password was changed while it was checked. */
  async function startSession(passwordHash: string): Promise<string | undefined> {
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
  }

  async function extend(hash: string, expiresAt: Date): Promise<void> {
    try {
      await auth.extendSession(db, hash, expiresAt.toISOString());
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
      return takePlace(attempt.address, async () => {
        await limit.refuseIfSpent(attempt.address, attempt.username);
        const hash = await findRightHash(administrator, attempt);
        const token = hash && (await startSession(hash));
        if (token) return token;
        if (!hash) await limit.countMistake(attempt.address, attempt.username);
        throw new ProblemError('invalid-credentials', 'Invalid username or password');
      });
    },

    async logout(token: string): Promise<void> {
      await auth.deleteSession(db, tokenHash(token));
      known.forget(tokenHash(token));
    },

    async logoutEverywhere(): Promise<void> {
      await inTransaction(db, endEverything);
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
      known.forgetAll();
    },

    async sweep(): Promise<number> {
      return (await auth.deleteExpiredSessions(db, atTheTime(clock()))) + (await limit.sweep());
    },
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
