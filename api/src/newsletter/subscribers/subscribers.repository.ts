import { type Selectable, sql } from 'kysely';
import { countChanged, hasChanged, isFound } from '../../database/results.ts';
import type { Database, Tables, Transaction } from '../../database/tables.ts';
import { noteDeletedSubscriber } from '../restored-newsletter.ts';

/**
 * Returns the ended addresses, without those that had ended before; an address that nobody has confirmed is
 * deleted.
 */
export async function endByTokens(
  db: Database,
  tokens: readonly string[],
  now: string,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('subscribers')
    .where('token', 'in', tokens)
    .where('state', '=', 'waiting')
    .returning('email')
    .execute();
  const ended = await db
    .updateTable('subscribers')
    .set({ state: 'bounced', ended_at: now })
    .where('token', 'in', tokens)
    .where('state', '=', 'confirmed')
    .returning('email')
    .execute();
  return [...deleted, ...ended].map(({ email }) => email);
}

export function hasTokens(db: Database, tokens: readonly string[]): Promise<boolean> {
  return db
    .selectFrom('subscribers')
    .select('id')
    .where('token', 'in', tokens)
    .limit(1)
    .$call(isFound);
}

export type SubscriberRow = Selectable<Tables['subscribers']>;

/** Candidates ask to join, or the owner vouches for them. */
export type Candidate = Pick<SubscriberRow, 'id' | 'email' | 'email_key' | 'created_at' | 'token'>;

type Request = Candidate & {
  readonly confirm_token: string;
  readonly confirm_until: string;
};

/**
 * Returns the id. It is one statement in all cases, so that a stranger learns nothing from the time that it
 * takes. The token stays as it is, so that all mails of somebody who asked twice work.
 */
export async function requestConfirmation(trx: Transaction, request: Request): Promise<string> {
  const { id } = await trx
    .insertInto('subscribers')
    .values({ ...request, state: 'waiting', source: 'form' })
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet(({ ref, fn }) => ({
        confirm_token: fn.coalesce(ref('subscribers.confirm_token'), ref('excluded.confirm_token')),
        confirm_until: ref('excluded.confirm_until'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function findSubscriber(
  db: Database,
  by: 'id' | 'email_key' | 'token' | 'confirm_token',
  value: string,
): Promise<SubscriberRow | undefined> {
  return db.selectFrom('subscribers').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Changes nothing if the link was used before or is too old. */
export async function confirmSubscriber(
  db: Database,
  confirmToken: string,
  { at, from }: { readonly at: string; readonly from: string | null },
): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({
      state: 'confirmed',
      source: 'form',
      confirmed_at: at,
      confirmed_from: from,
      ended_at: null,
      confirm_until: null,
    })
    .where('confirm_token', '=', confirmToken)
    .where('state', '!=', 'confirmed')
    .where('confirm_until', '>', at)
    .execute();
}

/** False if there is no such subscriber. The links of earlier confirmation mails stop working. */
export function endSubscription(db: Database, token: string, at: string): Promise<boolean> {
  return db
    .updateTable('subscribers')
    .set(({ ref }) => ({
      ended_at: sql<string>`case when ${ref('state')} = 'unsubscribed' then ${ref('ended_at')} else ${at} end`,
      state: 'unsubscribed',
      confirm_token: null,
      confirm_until: null,
    }))
    .where('token', '=', token)
    .$call(hasChanged);
}

export function deleteUnconfirmed(db: Database, now: string): Promise<number> {
  return db
    .deleteFrom('subscribers')
    .where('state', '=', 'waiting')
    .where('confirm_until', '<=', now)
    .$call(countChanged);
}

const isAscii = (key: string) => Buffer.byteLength(key) === key.length;

/** Those who unsubscribed or bounced, in any case: hardly any server tells `Ann@` from `ann@`. */
export async function listEnded(db: Database, keys: readonly string[]): Promise<SubscriberRow[]> {
  const wanted = new Set(keys.map((key) => key.toLowerCase()));
  const rows = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('state', 'in', ['unsubscribed', 'bounced'])
    .where(({ or, eb, fn }) =>
      or([
        eb(
          fn('lower', ['email_key']),
          'in',
          keys.map((key) => sql`lower(${key})`),
        ),
        // SQLite knows the case of ASCII only; other letters before the @ are rare.
        ...(keys.every(isAscii) ? [] : [sql<boolean>`octet_length(email_key) > length(email_key)`]),
      ]),
    )
    .execute();
  return rows.filter(({ email_key }) => wanted.has(email_key.toLowerCase()));
}

async function withoutEnded(
  trx: Transaction,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  if (candidates.length === 0) return [];
  const keys = candidates.map(({ email_key }) => email_key);
  const ended = new Set((await listEnded(trx, keys)).map((row) => row.email_key.toLowerCase()));
  return candidates.filter(({ email_key }) => !ended.has(email_key.toLowerCase()));
}

/**
 * The owner vouches for them, so they are confirmed. Those who unsubscribed or bounced stay so.
 * Returns the keys of those who were confirmed.
 */
export async function insertVouched(
  trx: Transaction,
  candidates: readonly Candidate[],
  source: 'owner' | 'csv',
): Promise<string[]> {
  const vouched = await withoutEnded(trx, candidates);
  if (vouched.length === 0) return [];
  const rows = await trx
    .insertInto('subscribers')
    .values(
      vouched.map((candidate) => ({
        ...candidate,
        ...({ state: 'confirmed', source, confirmed_at: candidate.created_at } as const),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet(({ ref }) => ({
          state: ref('excluded.state'),
          source: ref('excluded.source'),
          confirmed_at: ref('excluded.confirmed_at'),
          confirm_until: null,
        }))
        .where('subscribers.state', '=', 'waiting'),
    )
    .returning('email_key')
    .execute();
  return rows.map(({ email_key }) => email_key);
}

export async function listKnownKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('subscribers')
    .select('email_key')
    .where('email_key', 'in', keys)
    .execute();
  return rows.map(({ email_key }) => email_key);
}

/**
 * Also deletes what names the subscriber: what mail servers said, and uses of the form. Rows in mailings
 * stay, so that these keep their numbers. False if there is no such subscriber.
 */
export async function deleteSubscriber(
  trx: Transaction,
  id: string,
  now: string,
): Promise<boolean> {
  const recipients = trx.updateTable('mailing_recipients').where('subscriber_id', '=', id);
  const skipped = await recipients
    .set({ state: 'skipped', updated_at: now })
    .where('state', '=', 'pending')
    .returning('mailing_id')
    .execute();
  for (const { mailing_id } of skipped)
    await trx
      .updateTable('mailings')
      .set(({ eb }) => ({ skipped: eb('skipped', '+', 1) }))
      .where('id', '=', mailing_id)
      .execute();
  await recipients.set({ reason: null }).execute();
  await trx.deleteFrom('newsletter_signups').where('subscriber_id', '=', id).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('subscribers')
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await noteDeletedSubscriber(trx, id, now);
  return numDeletedRows > 0n;
}
