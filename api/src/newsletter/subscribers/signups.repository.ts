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

/** What waits for its time, and what a process has not finished before its claim ended. */
function dueMails(db: Database, now: string) {
  return db
    .selectFrom('newsletter_signups')
    .where('state', 'in', ['pending', 'sending'])
    .where('next_try_at', '<=', now);
}

export async function isMailDue(db: Database, now: string): Promise<boolean> {
  return (await dueMails(db, now).select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function countUnsent(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter_signups')
    .where('state', 'in', ['pending', 'sending'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type ClaimedMail = Pick<SignupRow, 'id' | 'attempts'> & {
  readonly subscriber_id: string | null;
};

/** The one that has waited longest. */
export async function claimMail(
  trx: DatabaseTransaction,
  now: string,
  until: string,
): Promise<ClaimedMail | undefined> {
  const due = await dueMails(trx, now)
    .select('id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  return trx
    .updateTable('newsletter_signups')
    .set(({ eb }) => ({
      state: 'sending',
      attempts: eb('attempts', '+', 1),
      next_try_at: until,
    }))
    .where('id', '=', due.id)
    .returning(['id', 'attempts', 'subscriber_id'])
    .executeTakeFirst();
}

export async function storeMailState(
  db: Database,
  id: string,
  changes: Pick<SignupRow, 'state'> & Partial<Pick<SignupRow, 'next_try_at'>>,
): Promise<void> {
  await db.updateTable('newsletter_signups').set(changes).where('id', '=', id).execute();
}

/** Those that no limit counts any more, and mails that nobody can be waiting for. */
export async function deleteSignups(
  db: Database,
  before: { readonly counted: string; readonly awaited: string },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('newsletter_signups')
    .where('created_at', '<=', before.counted)
    .where(({ or, eb }) =>
      or([eb('state', 'not in', ['pending', 'sending']), eb('created_at', '<=', before.awaited)]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
