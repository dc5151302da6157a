import { createHash } from 'node:crypto';
import { RETRY_AFTER_SECONDS } from '@longhand/response-cache';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { recordEvent } from '../events/record-event.ts';
import { addressKey, networkKey } from '../http/address-key.ts';
import { createCounts } from '../http/counts.ts';
import { ProblemError, tooManyRequests } from '../http/problem.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import * as attempts from './login-attempts.repository.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 5 * MINUTE_MS;
/** Wrong passwords per address and window. */
const PER_ADDRESS = 10;
/** After this many exceeded limits within a day the window no longer grows. */
const MAX_DOUBLINGS = 9;

/**
 * After this many failures for a name, from all addresses together, the limit per address is lower.
 * Never zero: otherwise an attacker could lock out the administrator.
 */
const UNDER_ATTACK = [
  { failures: 5_000, withinMs: DAY_MS, allowed: 1 },
  { failures: 500, withinMs: DAY_MS, allowed: 2 },
  { failures: 50, withinMs: WINDOW_MS, allowed: 3 },
] as const;

/** Wrong codes with the right password, from all addresses together: who knows it may have many. */
const WRONG_CODES = { failures: 20, withinMs: 60 * MINUTE_MS } as const;
const WRONG_CODE = 'wrong code';

function nameKey(name: string): string {
  // Hashed, because people type passwords into the wrong field.
  return createHash('sha256').update(name.toLowerCase()).digest('hex');
}

function windowAfter(failuresToday: number): number {
  const exceeded = Math.floor(failuresToday / PER_ADDRESS);
  return Math.min(DAY_MS, WINDOW_MS * 2 ** Math.max(0, exceeded - 1));
}

/** Counts wrong passwords in the database, so that the limit holds across processes and restarts. */
export function createLoginLimit(db: Database, clock: Clock) {
  const ago = (ms: number) => new Date(clock().getTime() - ms).toISOString();

  async function limitFor(name: string): Promise<number> {
    for (const { failures, withinMs, allowed } of UNDER_ATTACK) {
      const count = await attempts.countFailedLoginsByName(
        db,
        nameKey(name),
        ago(withinMs),
        failures,
      );
      if (count >= failures) return allowed;
    }
    return PER_ADDRESS;
  }

  return {
    /** Called before the password is verified. */
    async assertAllowed(address: string, name: string): Promise<void> {
      const key = addressKey(address);
      const max = PER_ADDRESS * (MAX_DOUBLINGS + 1);
      const failures = await attempts.listFailedLoginsByAddress(db, key, ago(DAY_MS), max);
      if (failures.length === 0) return;
      const allowed = await limitFor(name);
      // Newest first: another attempt is allowed once this one is outside the window.
      const oldestCounted = failures[allowed - 1];
      if (oldestCounted === undefined) return;
      const waitMs = Date.parse(oldestCounted) + windowAfter(failures.length) - clock().getTime();
      if (waitMs > 0) throw tooManyRequests('Too many wrong passwords from your address.', waitMs);
    },

    async recordFailure(address: string, name: string): Promise<void> {
      await attempts.insertFailedLogin(db, {
        address: addressKey(address),
        name_hash: nameKey(name),
        attempted_at: clock().toISOString(),
      });
      await recordEvent(db, clock, { kind: 'login.failed' });
    },

    /** False while codes are being guessed. Recovery codes, which nobody can guess, and passkeys still log in. */
    async mayTryCode(): Promise<boolean> {
      const { failures, withinMs } = WRONG_CODES;
      return (
        (await attempts.countFailedLoginsByName(db, WRONG_CODE, ago(withinMs), failures)) < failures
      );
    },

    /** Stored also after a wrong password, so that the response time does not say which it was. */
    recordWrongCode: (isPasswordRight: boolean) =>
      attempts.insertFailedLogin(db, {
        address: '',
        name_hash: isPasswordRight ? WRONG_CODE : '',
        attempted_at: clock().toISOString(),
      }),

    /** They were of who knew the old password. */
    forgetWrongCodes: (trx: Transaction) => attempts.deleteFailedLoginsOfName(trx, WRONG_CODE),

    deleteExpired: () => attempts.deleteFailedLoginsBefore(db, ago(DAY_MS)),
  };
}

export type LoginLimit = ReturnType<typeof createLoginLimit>;

/**
 * Verifying a password is expensive on purpose. Attempts from one address run one at a time, so it
 * uses one of these slots; one network uses at most half of them.
 */
const MAX_ADDRESSES = 64;
const MAX_ATTEMPTS_PER_ADDRESS = 32;
const TOO_MANY = new ProblemError(
  'unavailable',
  'Too many logins at the same time. Please try again in a moment.',
  { retryAfter: RETRY_AFTER_SECONDS },
);

export function createLoginConcurrencyLimit() {
  const runExclusive = createKeyedMutex();
  const attemptsByAddress = createCounts();
  const addressesByNetwork = createCounts();

  return async function run<Result>(address: string, task: () => Promise<Result>): Promise<Result> {
    const [key, network] = [addressKey(address), networkKey(address)];
    if (attemptsByAddress.of(key) >= MAX_ATTEMPTS_PER_ADDRESS) throw TOO_MANY;
    if (attemptsByAddress.of(key) === 0) {
      if (attemptsByAddress.keys() >= MAX_ADDRESSES) throw TOO_MANY;
      if (addressesByNetwork.of(network) >= MAX_ADDRESSES / 2) throw TOO_MANY;
      addressesByNetwork.add(network);
    }
    attemptsByAddress.add(key);
    try {
      return await runExclusive(key, task);
    } finally {
      attemptsByAddress.remove(key);
      if (attemptsByAddress.of(key) === 0) addressesByNetwork.remove(network);
    }
  };
}

export type LoginConcurrencyLimit = ReturnType<typeof createLoginConcurrencyLimit>;
