import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { addressKey } from '../http/address-key.ts';
import { ProblemError } from '../http/problem.ts';
import * as attempts from './login-attempts.repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WINDOW_MS = 5 * MINUTE_MS;
/** Wrong passwords that one address may send within the window. */
const PER_ADDRESS = 10;
/** An address that has spent this many allowances within a day has the longest window. */
const MOST_SPENT = 9;

/**
 * Once a name has met so many mistakes from all addresses together, each address has a smaller
 * allowance. It is never none: a stranger could then keep the owner out.
 */
const UNDER_ATTACK = [
  { mistakes: 5_000, withinMs: DAY_MS, allowed: 1 },
  { mistakes: 500, withinMs: DAY_MS, allowed: 2 },
  { mistakes: 50, withinMs: WINDOW_MS, allowed: 3 },
] as const;

function nameKey(name: string): string {
  // People type passwords into the wrong field: what was typed is not kept.
  return createHash('sha256').update(name.toLowerCase()).digest('hex');
}

/** Twice as long with each further allowance that an address spends within a day. */
function windowAfter(mistakesOfDay: number): number {
  const spent = Math.floor(mistakesOfDay / PER_ADDRESS);
  return Math.min(DAY_MS, WINDOW_MS * 2 ** Math.max(0, spent - 1));
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

function tooMany(waitMs: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new ProblemError(
    'too-many-requests',
    `Too many wrong passwords from your address. Please try again in ${inWords(seconds)}.`,
    { retryAfter: seconds },
  );
}

/**
 * Counts wrong passwords per address and per name, in the database, so that it holds across
 * processes and restarts. The name alone never locks anybody out: a stranger could then keep
 * the administrator out. It only makes every address's own allowance smaller.
 */
export function createLoginLimit(db: Database, clock: Clock) {
  const ago = (ms: number) => new Date(clock().getTime() - ms).toISOString();

  async function allowedFor(name: string): Promise<number> {
    for (const { mistakes, withinMs, allowed } of UNDER_ATTACK) {
      const met = await attempts.countFailedLoginsOfName(
        db,
        nameKey(name),
        ago(withinMs),
        mistakes,
      );
      if (met >= mistakes) return allowed;
    }
    return PER_ADDRESS;
  }

  return {
    /** Refuses an address that has used up its mistakes, before any password is checked. */
    async assertAllowed(address: string, name: string): Promise<void> {
      const key = addressKey(address);
      const most = PER_ADDRESS * (MOST_SPENT + 1);
      const ofDay = await attempts.listFailedLoginsOfAddress(db, key, ago(DAY_MS), most);
      if (ofDay.length === 0) return;
      const allowed = await allowedFor(name);
      // The newest first: the one that must be over before another may be made.
      const decisive = ofDay[allowed - 1];
      if (decisive === undefined) return;
      const wait = Date.parse(decisive) + windowAfter(ofDay.length) - clock().getTime();
      if (wait > 0) throw tooMany(wait);
    },

    async recordFailure(address: string, name: string): Promise<void> {
      await attempts.insertFailedLogin(db, {
        address: addressKey(address),
        name_hash: nameKey(name),
        attempted_at: clock().toISOString(),
      });
    },

    sweep: () => attempts.deleteFailedLoginsBefore(db, ago(DAY_MS)),
  };
}
