import type { DatabaseTransaction } from '../database/tables.ts';

const MINUTE_MS = 60_000;
const NAME = 'mails';

/** The share of one mail, in milliseconds. */
const slotOf = (perMinute: number) => MINUTE_MS / perMinute;

async function findNext(trx: DatabaseTransaction): Promise<number | undefined> {
  const row = await trx
    .selectFrom('mail_rate')
    .select('next_at')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row && Date.parse(row.next_at);
}

/** In milliseconds. One that is further away was stored with a wrong clock. */
function aheadOf(next: number | undefined, now: Date): number {
  const ms = (next ?? 0) - now.getTime();
  return ms > 0 && ms <= 2 * MINUTE_MS ? ms : 0;
}

/** In how many milliseconds the next mail may be sent; all mails of all processes share the rate. */
export async function findMailWait(
  trx: DatabaseTransaction,
  perMinute: number | undefined,
  now: Date,
): Promise<number> {
  if (perMinute === undefined) return 0;
  return aheadOf(await findNext(trx), now);
}

/**
 * In the transaction that takes the mail. Who does not wait takes the share of somebody who does,
 * for at most a minute.
 */
export async function noteMail(
  trx: DatabaseTransaction,
  perMinute: number | undefined,
  now: Date,
): Promise<void> {
  if (perMinute === undefined) return;
  const slot = slotOf(perMinute);
  const next = await findNext(trx);
  const lateMs = now.getTime() - (next ?? 0);
  // Who comes a little late does not delay the next ones.
  const late = lateMs > 0 && lateMs < slot ? lateMs : 0;
  const ahead = Math.min(aheadOf(next, now), MINUTE_MS);
  const next_at = new Date(now.getTime() - late + ahead + slot).toISOString();
  await trx
    .insertInto('mail_rate')
    .values({ name: NAME, next_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ next_at }))
    .execute();
}
