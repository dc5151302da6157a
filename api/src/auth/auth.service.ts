import type { Clock } from '../clock.ts';
import { claimSetting, findSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Access } from '../http/access.ts';
import { ProblemError } from '../http/problem.ts';
import { isApiToken } from '../http/session.ts';
import { createApiTokens } from './api-tokens/api-tokens.service.ts';
import { recordRecoveryCodeUse } from './confirmation.ts';
import { createFactors } from './factors.service.ts';
import { deleteAllFailedLogins } from './login-attempts.repository.ts';
import { createLoginConcurrencyLimit, createLoginLimit } from './login-limit.ts';
import { createPasswordChange, hashPassword, verifyPassword } from './passwords.ts';
import { PASSWORD_HASH } from './sessions.repository.ts';
import { createSessions, endAllSessions, type LoginOrigin } from './sessions.ts';
import { createVerification, type PasskeyProof, type Verified } from './verification.ts';

type LoginAttempt = LoginOrigin & {
  readonly username: string;
  readonly password: string;
  readonly code?: string | undefined;
};

export function createAuthService(db: Database, clock: Clock) {
  const limit = createLoginLimit(db, clock);
  const limitConcurrency = createLoginConcurrencyLimit();
  const sessions = createSessions(db, clock);
  const verification = createVerification(db, clock, limit);
  const shared = { db, clock, limit, limitConcurrency, onChanged: sessions.clearCache };
  const factors = createFactors({ ...shared, verification });
  const apiTokens = createApiTokens(db, clock);

  function start(verified: Verified, origin: LoginOrigin): Promise<string | undefined> {
    return inTransaction(db, async (trx) => {
      if (!(await verified.use(trx))) return undefined;
      await recordRecoveryCodeUse(trx, clock, verified);
      return sessions.start(trx, verified, origin);
    });
  }

  /**
   * Fails in the same way and after the same time, whatever is wrong. Attempts from one address are serialized:
   * otherwise many could be checked before the first is counted.
   */
  async function logIn(
    username: string,
    origin: LoginOrigin,
    verify: () => Promise<Verified | undefined>,
  ): Promise<string> {
    return limitConcurrency(origin.address, async () => {
      await limit.assertAllowed(origin.address, username);
      const verified = await verify();
      const token = verified && (await start(verified, origin));
      if (token) return token;
      await limit.recordFailure(origin.address, username);
      throw new ProblemError('invalid-credentials', 'Invalid username or password');
    });
  }

  return {
    login: (administrator: string, attempt: LoginAttempt): Promise<string> =>
      logIn(attempt.username, attempt, () => verification.verify(administrator, attempt)),

    loginWithPasskey: (
      administrator: string,
      { address, userAgent, ...proof }: LoginOrigin & PasskeyProof,
    ): Promise<string> =>
      logIn(administrator, { address, userAgent }, () => verification.verifyPasskeyAlone(proof)),

    factors,
    changePassword: createPasswordChange(shared),
    logout: sessions.end,
    listSessions: sessions.list,
    countSessions: sessions.count,
    endSession: sessions.endById,
    logoutEverywhere: sessions.endAll,
    authenticate: sessions.authenticate,
    apiTokens,

    async findAccess(token: string, address?: string): Promise<Access | undefined> {
      if (isApiToken(token)) return apiTokens.findScope(token);
      return (await sessions.authenticate(token, address)) ? 'owner' : undefined;
    },

    isTokenKnown: (token: string) =>
      isApiToken(token) ? apiTokens.isKnown(token) : sessions.isCached(token),

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

    /** Also ends all sessions, and forgets the attempts of an owner who tried the old one too often. */
    async setPassword(password: string): Promise<void> {
      const hash = await hashPassword(password);
      await inTransaction(db, async (trx) => {
        await setSetting(trx, PASSWORD_HASH, hash);
        await endAllSessions(trx);
        await deleteAllFailedLogins(trx);
        await recordEvent(trx, clock, { kind: 'password.changed' });
      });
      sessions.clearCache();
    },

    deleteExpired: async () =>
      (await sessions.deleteExpired()) +
      (await limit.deleteExpired()) +
      (await factors.deleteExpiredChallenges()),
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
