import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import * as auth from './auth.repository.ts';
import { createLoginConcurrencyLimit } from './login-concurrency.ts';
import { createLoginLimit } from './login-limit.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { createSessions, endAllSessions } from './sessions.ts';

/** Of a password nobody has: an unknown name costs the same time as a known one. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$I2OeUDCC4VcbMYg8fH5TjA$KjY2SvWN7kFZjNaUUlz6StYqNEUYDja+NQWWjUkmnyI';

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

type Attempt = { username: string; password: string; address: string };

/** The hash that the password was held against, if name and password are right. */
async function findRightHash(
  db: Database,
  administrator: string,
  attempt: Attempt,
): Promise<string | undefined> {
  const nameIsRight = timingSafeEqual(sha256(attempt.username), sha256(administrator));
  const stored = (await auth.findPasswordHash(db)) ?? DUMMY_HASH;
  const hash = nameIsRight ? stored : DUMMY_HASH;
  const passwordIsRight = await verifyPassword(hash, attempt.password);
  return nameIsRight && passwordIsRight ? hash : undefined;
}

export function createAuthService(db: Database, clock: Clock) {
  const limit = createLoginLimit(db, clock);
  const limitConcurrency = createLoginConcurrencyLimit();
  const sessions = createSessions(db, clock);

  return {
    /**
     * A new session's token; the same failure, after the same time, whatever was wrong. Attempts
     * from one address take turns: a hundred at once cannot all be checked before one is counted.
     */
    async login(administrator: string, attempt: Attempt): Promise<string> {
      return limitConcurrency(attempt.address, async () => {
        await limit.assertAllowed(attempt.address, attempt.username);
        const hash = await findRightHash(db, administrator, attempt);
        const token = hash && (await sessions.start(hash));
        if (token) return token;
        if (!hash) await limit.recordFailure(attempt.address, attempt.username);
        throw new ProblemError('invalid-credentials', 'Invalid username or password');
      });
    },

    logout: sessions.end,
    logoutEverywhere: sessions.endAll,
    authenticate: sessions.authenticate,
    isKnown: sessions.isKnown,

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
        await endAllSessions(trx);
      });
      sessions.forgetAll();
    },

    sweep: async () => (await sessions.deleteEnded()) + (await limit.sweep()),
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
