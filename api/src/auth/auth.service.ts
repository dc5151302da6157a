import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { claimSetting, findSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import { createLoginConcurrencyLimit, createLoginLimit } from './login-limit.ts';
import { createPasswordChange, hashPassword, verifyPassword } from './passwords.ts';
import { PASSWORD_HASH } from './sessions.repository.ts';
import { createSessions, endAllSessions, type LoginOrigin } from './sessions.ts';

/** Verified for an unknown name, so that the response time does not reveal whether a name exists. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$I2OeUDCC4VcbMYg8fH5TjA$KjY2SvWN7kFZjNaUUlz6StYqNEUYDja+NQWWjUkmnyI';

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

type LoginAttempt = LoginOrigin & { readonly username: string; readonly password: string };

/** Returns the matching hash if name and password are right. */
async function verifyCredentials(
  db: Database,
  administrator: string,
  attempt: LoginAttempt,
): Promise<string | undefined> {
  const isNameRight = timingSafeEqual(sha256(attempt.username), sha256(administrator));
  const stored = (await findSetting(db, PASSWORD_HASH)) ?? DUMMY_HASH;
  const hash = isNameRight ? stored : DUMMY_HASH;
  const isPasswordRight = await verifyPassword(hash, attempt.password);
  return isNameRight && isPasswordRight ? hash : undefined;
}

export function createAuthService(db: Database, clock: Clock) {
  const limit = createLoginLimit(db, clock);
  const limitConcurrency = createLoginConcurrencyLimit();
  const sessions = createSessions(db, clock);

  return {
    /**
     * Fails in the same way and after the same time for a wrong name and a wrong password. Attempts
     * from one address are serialized: otherwise many could be checked before the first is counted.
     */
    async login(administrator: string, attempt: LoginAttempt): Promise<string> {
      return limitConcurrency(attempt.address, async () => {
        await limit.assertAllowed(attempt.address, attempt.username);
        const hash = await verifyCredentials(db, administrator, attempt);
        const token = hash && (await sessions.start(hash, attempt));
        if (token) return token;
        if (!hash) await limit.recordFailure(attempt.address, attempt.username);
        throw new ProblemError('invalid-credentials', 'Invalid username or password');
      });
    },

    changePassword: createPasswordChange({
      db,
      limit,
      limitConcurrency,
      onChanged: sessions.clearCache,
    }),
    logout: sessions.end,
    listSessions: sessions.list,
    countSessions: sessions.count,
    endSession: sessions.endById,
    logoutEverywhere: sessions.endAll,
    authenticate: sessions.authenticate,
    isSessionCached: sessions.isCached,

    async hasPassword(): Promise<boolean> {
      return (await findSetting(db, PASSWORD_HASH)) !== undefined;
    },

    async isPassword(password: string): Promise<boolean> {
      const stored = await findSetting(db, PASSWORD_HASH);
      return stored !== undefined && (await verifyPassword(stored, password));
    },

    /** False if a password exists, perhaps just set by another process. */
    async setFirstPassword(password: string): Promise<boolean> {
      return claimSetting(db, PASSWORD_HASH, await hashPassword(password));
    },

    /** Also ends all sessions. */
    async setPassword(password: string): Promise<void> {
      const hash = await hashPassword(password);
      await inTransaction(db, async (trx) => {
        await setSetting(trx, PASSWORD_HASH, hash);
        await endAllSessions(trx);
      });
      sessions.clearCache();
    },

    deleteExpired: async () => (await sessions.deleteExpired()) + (await limit.deleteExpired()),
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
