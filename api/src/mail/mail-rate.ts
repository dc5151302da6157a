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

/** In how many milliseconds the next mail may be sent; all mails of all processes share the rate. */
export async function findMailWait(
  trx: DatabaseTransaction,
  perMinute: number | undefined,
  now: Date,
): Promise<number> {
  if (perMinute === undefined) return 0;
  const waitMs = ((await findNext(trx)) ?? 0) - now.getTime();
  // One that is further away was stored with a wrong clock.
  return waitMs > 0 && waitMs <= slotOf(perMinute) ? waitMs : 0;
}

/** In the transaction that has found that a mail may be sent. */
export async function noteMail(
  trx: DatabaseTransaction,
  perMinute: number | undefined,
  now: Date,
): Promise<void> {
  if (perMinute === undefined) return;
  const slot = slotOf(perMinute);
  const lateMs = now.getTime() - ((await findNext(trx)) ?? 0);
  // Who comes a little late does not delay the next ones.
  const late = lateMs > 0 && lateMs < slot ? lateMs : 0;
  const next_at = new Date(now.getTime() - late + slot).toISOString();
  await trx
    .insertInto('mail_rate')
    .values({ name: NAME, next_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ next_at }))
    .execute();
}
