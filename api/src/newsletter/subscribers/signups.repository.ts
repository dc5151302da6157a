import type { Selectable } from 'kysely';
import { countChanged, countRows } from '../../database/results.ts';
import type { Database, Tables, Transaction } from '../../database/tables.ts';

type SignupRow = Selectable<Tables['newsletter_signups']>;

function usesSince(db: Database, since: string) {
  return db
    .selectFrom('newsletter_signups')
    .select('created_at')
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc');
}

/** Includes mails that have not been sent yet. */
const mailsSince = (db: Database, since: string) =>
  usesSince(db, since).where('state', '!=', 'none');

type Uses = ReturnType<typeof usesSince>;

/** Returns the time of the last use within the limit; undefined if there are fewer. */
async function lastWithin(uses: Uses, limit: number): Promise<string | undefined> {
  const row = await uses
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

export function lastUseWithin(db: Database, address: string, since: string, limit: number) {
  return lastWithin(usesSince(db, since).where('address', '=', address), limit);
}

export function lastMailWithin(db: Database, since: string, limit: number) {
  return lastWithin(mailsSince(db, since), limit);
}

export function lastMailToWithin(db: Database, mailbox: string, since: string, limit: number) {
  return lastWithin(mailsSince(db, since).where('mailbox', '=', mailbox), limit);
}

export async function insertSignup(trx: Transaction, signup: Omit<SignupRow, 'attempts'>) {
  await trx
    .insertInto('newsletter_signups')
    .values({ ...signup, attempts: 0 })
    .execute();
}

/** Includes mails that a process has not finished before its claim ended. */
function dueMails(db: Database, now: string) {
  return db
    .selectFrom('newsletter_signups')
    .where('state', 'in', ['pending', 'sending'])
    .where('next_try_at', '<=', now);
}

export async function isMailDue(db: Database, now: string): Promise<boolean> {
  return (await dueMails(db, now).select('id').limit(1).executeTakeFirst()) !== undefined;
}

export function countUnsent(db: Database): Promise<number> {
  return db
    .selectFrom('newsletter_signups')
    .where('state', 'in', ['pending', 'sending'])
    .$call(countRows);
}

export type ClaimedMail = Pick<SignupRow, 'id' | 'attempts' | 'subscriber_id'>;

export async function claimMail(
  trx: Transaction,
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
    .set(({ eb }) => ({ state: 'sending', attempts: eb('attempts', '+', 1), next_try_at: until }))
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

/** Removes the addresses of visitors once the limit for visitors no longer counts them. */
export async function forgetVisitors(db: Database, before: string): Promise<void> {
  await db
    .updateTable('newsletter_signups')
    .set({ address: '' })
    .where('created_at', '<=', before)
    .where('address', '!=', '')
    .execute();
}

/** Deletes signups that no limit counts any more, and mails that nobody can be waiting for. */
export async function deleteSignups(
  db: Database,
  before: { readonly counted: string; readonly awaited: string },
): Promise<number> {
  return db
    .deleteFrom('newsletter_signups')
    .where('created_at', '<=', before.counted)
    .where(({ or, eb }) =>
      or([eb('state', 'not in', ['pending', 'sending']), eb('created_at', '<=', before.awaited)]),
    )
    .$call(countChanged);
}
