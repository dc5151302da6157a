import { createHash } from 'node:crypto';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { addressKey } from '../http/address-key.ts';
import { tooManyRequests } from '../http/too-many-requests.ts';
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

function nameKey(name: string): string {
  // Hashed, because people type passwords into the wrong field.
  return createHash('sha256').update(name.toLowerCase()).digest('hex');
}

/** Doubles each time that an address exceeds the limit within a day. */
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
    /** Before the password is verified. */
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
    },

    deleteExpired: () => attempts.deleteFailedLoginsBefore(db, ago(DAY_MS)),
  };
}

export type LoginLimit = ReturnType<typeof createLoginLimit>;
