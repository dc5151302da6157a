import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction, Tables } from '../../database/tables.ts';

export type SignupRow = Selectable<Tables['newsletter_signups']>;

/** When this visitor used the form, newest first. */
export async function listSignupTimes(
  db: Database,
  address: string,
  since: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('newsletter_signups')
    .select('created_at')
    .where('address', '=', address)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at }) => created_at);
}

/** How many mails were asked for, whether they are sent or not. */
export async function countMails(
  db: Database,
  subscriberId: string,
  since: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter_signups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subscriber_id', '=', subscriberId)
    .where('created_at', '>', since)
    .where('state', '!=', 'none')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSignup(
  trx: DatabaseTransaction,
  signup: Omit<SignupRow, 'attempts'>,
): Promise<void> {
  await trx
    .insertInto('newsletter_signups')
    .values({ ...signup, attempts: 0 })
    .execute();
}
