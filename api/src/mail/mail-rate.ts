import type { Transaction } from '../database/tables.ts';

const MINUTE_MS = 60_000;
const NAME = 'mails';

const slotMsOf = (perMinute: number) => MINUTE_MS / perMinute;

async function findNext(trx: Transaction): Promise<number | undefined> {
  const row = await trx
    .selectFrom('mail_rate')
    .select('next_at')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row && Date.parse(row.next_at);
}

/** A time that is further away was stored with a wrong clock. */
function aheadMsOf(next: number | undefined, now: Date): number {
  const ms = (next ?? 0) - now.getTime();
  return ms > 0 && ms <= 2 * MINUTE_MS ? ms : 0;
}

/** Returns the milliseconds until the next mail may be sent; all mails of all processes share the rate. */
export async function findMailWait(
  trx: Transaction,
  perMinute: number | undefined,
  now: Date,
): Promise<number> {
  if (perMinute === undefined) return 0;
  return aheadMsOf(await findNext(trx), now);
}

/**
 * Must be called in the transaction that claims the mail. A sender that does not wait takes the slot of one
 * that does, for at most a minute.
 */
export async function noteMail(trx: Transaction, perMinute: number | undefined, now: Date) {
  if (perMinute === undefined) return;
  const slotMs = slotMsOf(perMinute);
  const next = await findNext(trx);
  const lateMs = now.getTime() - (next ?? 0);
  // A mail that is a little late does not delay the next ones.
  const late = lateMs > 0 && lateMs < slotMs ? lateMs : 0;
  const aheadMs = Math.min(aheadMsOf(next, now), MINUTE_MS);
  const next_at = new Date(now.getTime() - late + aheadMs + slotMs).toISOString();
  await trx
    .insertInto('mail_rate')
    .values({ name: NAME, next_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ next_at }))
    .execute();
}
