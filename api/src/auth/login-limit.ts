import { createHash, randomUUIDv7 } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';

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
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
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
  return {
    /**
     * Counts an attempt before its password is checked, so that many at once cannot slip
     * through; the returned function takes it back, for when the password was right.
     */
    async admit(address: string, name: string): Promise<() => Promise<void>> {
      const now = clock().getTime();
      const attempt = {
        id: randomUUIDv7(),
        address: addressKey(address),
        name_hash: nameKey(name),
        attempted_at: new Date(now).toISOString(),
      };
      const windowStart = new Date(now - WINDOW_MS).toISOString();
      const oldest = await db.transaction().execute(async (trx) => {
        const recent = trx.selectFrom('login_attempts').where('attempted_at', '>', windowStart);
        const byName = await recent
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('name_hash', '=', attempt.name_hash)
          .executeTakeFirstOrThrow();
        const allowance = Number(byName.count) >= PER_NAME ? PER_ADDRESS_UNDER_ATTACK : PER_ADDRESS;
        const byAddress = await recent
          .select('attempted_at')
          .where('address', '=', attempt.address)
          .orderBy('attempted_at', 'desc')
          .limit(allowance)
          .execute();
        if (byAddress.length >= allowance) return byAddress.at(-1)?.attempted_at;
        await trx.insertInto('login_attempts').values(attempt).execute();
        return undefined;
      });
      if (oldest !== undefined) {
        const seconds = Math.max(1, Math.ceil((Date.parse(oldest) + WINDOW_MS - now) / 1000));
        throw new ProblemError(
          'too-many-requests',
          `Too many wrong passwords from your address. Please try again in ${seconds} seconds.`,
          { headers: { 'retry-after': String(seconds) } },
        );
      }
      return async () => {
        await db.deleteFrom('login_attempts').where('id', '=', attempt.id).execute();
      };
    },

    async sweep(): Promise<void> {
      const before = new Date(clock().getTime() - WINDOW_MS).toISOString();
      await db.deleteFrom('login_attempts').where('attempted_at', '<=', before).execute();
    },
  };
}
