import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import * as attempts from './login-attempts.repository.ts';

const WINDOW_MS = 5 * 60_000;
/** Wrong passwords that one address may send within the window. */
const PER_ADDRESS = 10;
/** Once a name has met this many from all addresses together, each has a smaller allowance. */
const PER_NAME = 50;
const PER_ADDRESS_UNDER_ATTACK = 3;

/** One customer of an IPv6 network has a whole /64 to choose addresses from. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

function nameKey(name: string): string {
  // People type passwords into the wrong field: what was typed is not kept.
  return createHash('sha256').update(name.toLowerCase()).digest('hex');
}

/**
 * Counts wrong passwords per address and per name, in the database, so that it holds across
 * processes and restarts. The name alone never locks anybody out: a stranger could then keep
 * the administrator out. It only makes every address's own allowance smaller.
 */
export function createLoginLimit(db: Database, clock: Clock) {
  const windowStart = () => new Date(clock().getTime() - WINDOW_MS).toISOString();

  return {
    /** Refuses an address that has used up its mistakes, before any password is checked. */
    async refuseIfSpent(address: string, name: string): Promise<void> {
      const since = windowStart();
      const ofName = await attempts.countMistakesOfName(db, nameKey(name), since);
      const allowed = ofName >= PER_NAME ? PER_ADDRESS_UNDER_ATTACK : PER_ADDRESS;
      const key = addressKey(address);
      const mistakes = await attempts.listMistakesOfAddress(db, key, since, allowed);
      const oldest = mistakes.at(-1);
      if (mistakes.length < allowed || oldest === undefined) return;
      const wait = Date.parse(oldest) - Date.parse(since);
      const seconds = Math.max(1, Math.ceil(wait / 1000));
      throw new ProblemError(
        'too-many-requests',
        `Too many wrong passwords from your address. Please try again in ${seconds} seconds.`,
        { headers: { 'retry-after': String(seconds) } },
      );
    },

    async countMistake(address: string, name: string): Promise<void> {
      await attempts.insertMistake(db, {
        address: addressKey(address),
        name_hash: nameKey(name),
        attempted_at: clock().toISOString(),
      });
    },

    async sweep(): Promise<void> {
      await attempts.deleteMistakesBefore(db, windowStart());
    },
  };
}
