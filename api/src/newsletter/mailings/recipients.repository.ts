import { type Selectable, sql } from 'kysely';
import type { Database, Tables, Transaction } from '../../database/tables.ts';

/** A claim that ends later was made with a wrong clock, and is ignored. */
const MAX_CLAIM_MS = 60 * 60_000;
const SKIPPED_PER_TRANSACTION = 100;

type RecipientRow = Selectable<Tables['mailing_recipients']>;

type Claim = { readonly claimedBy: string; readonly now: Date; readonly forMs: number };

export type Claimed = {
  readonly mailing_id: string;
  readonly subscriber_id: string;
  readonly email: string;
  readonly token: string;
  readonly attempts: number;
};

const after = (time: Date, milliseconds: number) =>
  new Date(time.getTime() + milliseconds).toISOString();

type Sending = { readonly id: string; readonly created_at: string };

function listSending(db: Database): Promise<Sending[]> {
  return db
    .selectFrom('mailings')
    .select(['id', 'created_at'])
    .where('state', '=', 'sending')
    .orderBy('id')
    .execute();
}

/** Recipients that were tried before come first: otherwise they would wait for all the others. */
async function findDue(db: Database, { id, created_at }: Sending, now: string) {
  const due = db
    .selectFrom('mailing_recipients as recipient')
    .leftJoin('subscribers', 'subscribers.id', 'recipient.subscriber_id')
    .select(['recipient.subscriber_id', 'recipient.attempts'])
    .select(['subscribers.state', 'subscribers.email', 'subscribers.token'])
    .where('recipient.mailing_id', '=', id)
    .where('recipient.state', '=', 'pending')
    .where('recipient.next_try_at', '<=', now)
    .orderBy('recipient.next_try_at')
    .limit(1);
  const again = due.where('recipient.next_try_at', '>', created_at);
  return (await again.executeTakeFirst()) ?? (await due.executeTakeFirst());
}

type Key = Pick<Claimed, 'mailing_id' | 'subscriber_id'>;

function updateRecipient(trx: Transaction, { mailing_id, subscriber_id }: Key) {
  return trx
    .updateTable('mailing_recipients')
    .where('mailing_id', '=', mailing_id)
    .where('subscriber_id', '=', subscriber_id);
}

async function addToCount(trx: Transaction, id: string, count: 'sent' | 'failed' | 'skipped') {
  const counted = trx
    .updateTable('mailings')
    .set({ [count]: sql`${sql.ref(count)} + 1`, ...(count === 'sent' && { problem: null }) });
  await counted.where('id', '=', id).execute();
}

async function claimOf(trx: Transaction, mailing: Sending, claim: Claim) {
  const mailing_id = mailing.id;
  const now = claim.now.toISOString();
  for (let skipped = 0; skipped < SKIPPED_PER_TRANSACTION; skipped += 1) {
    const due = await findDue(trx, mailing, now);
    if (!due) return undefined;
    const { subscriber_id, attempts, state, email, token } = due;
    const row = updateRecipient(trx, { mailing_id, subscriber_id });
    if (state === 'confirmed' && email !== null && token !== null) {
      const claimed_until = after(claim.now, claim.forMs);
      const claimed = { claimed_by: claim.claimedBy, claimed_until, updated_at: now };
      await row.set({ state: 'sending', ...claimed }).execute();
      return { mailing_id, subscriber_id, email, token, attempts };
    }
    await row.set({ state: 'skipped', updated_at: now }).execute();
    await addToCount(trx, mailing_id, 'skipped');
  }
  return 'more';
}

function recipientsIn(db: Database, state: RecipientRow['state'], mailingId: string) {
  return db
    .selectFrom('mailing_recipients')
    .select('mailing_id')
    .where('mailing_id', '=', mailingId)
    .where('state', '=', state);
}

function claimedRecipients(db: Database, mailingId: string, now: Date) {
  return recipientsIn(db, 'sending', mailingId)
    .where('claimed_until', '>', now.toISOString())
    .where('claimed_until', '<', after(now, MAX_CLAIM_MS));
}

/** A mailing has ended when nobody waits for a mail and none is being sent. */
async function finishIfOver(trx: Transaction, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('mailings')
    .set({ state: 'done', ended_at: now.toISOString(), problem: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where(({ not, exists }) => not(exists(recipientsIn(trx, 'pending', id))))
    .where(({ not, exists }) => not(exists(claimedRecipients(trx, id, now))))
    .execute();
}

/**
 * Claims the next recipient of the oldest mailing; skips those who unsubscribed meanwhile, and ends mailings
 * that are done. `more`: so many were skipped that the rest needs another transaction.
 */
export async function claimRecipient(
  trx: Transaction,
  claim: Claim,
): Promise<Claimed | 'more' | undefined> {
  for (const mailing of await listSending(trx)) {
    const claimed = await claimOf(trx, mailing, claim);
    if (claimed) return claimed;
    await finishIfOver(trx, mailing.id, claim.now);
  }
  return undefined;
}

export async function finishMailings(trx: Transaction, now: Date): Promise<void> {
  for (const { id } of await listSending(trx)) await finishIfOver(trx, id, now);
}

export async function hasWork(db: Database, now: Date): Promise<boolean> {
  for (const mailing of await listSending(db)) {
    if (await findDue(db, mailing, now.toISOString())) return true;
    const { id } = mailing;
    const waits = [recipientsIn(db, 'pending', id), claimedRecipients(db, id, now)].map((query) =>
      query.limit(1).executeTakeFirst(),
    );
    if ((await Promise.all(waits)).every((row) => row === undefined)) return true;
  }
  return false;
}

export async function renewClaims(
  trx: Transaction,
  inHand: Iterable<Key>,
  { claimedBy, now, forMs }: Claim,
): Promise<void> {
  for (const key of inHand)
    await updateRecipient(trx, key)
      .set({ claimed_until: after(now, forMs) })
      .where('state', '=', 'sending')
      .where('claimed_by', '=', claimedBy)
      .execute();
}

/** In the state `sending`, nobody knows whether the mail was sent. */
export type Result = Pick<RecipientRow, 'state' | 'reason'> &
  Partial<Pick<RecipientRow, 'refused' | 'attempts' | 'next_try_at'>>;

export async function storeResult(
  trx: Transaction,
  { mailing_id, subscriber_id }: Key,
  claimedBy: string,
  result: Result,
  now: string,
): Promise<void> {
  const { numUpdatedRows } = await updateRecipient(trx, { mailing_id, subscriber_id })
    .set({ ...result, claimed_by: null, claimed_until: null, updated_at: now })
    .where('state', '=', 'sending')
    .where('claimed_by', '=', claimedBy)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  // The answer may name a subscriber who was deleted meanwhile.
  if (result.reason !== null)
    await updateRecipient(trx, { mailing_id, subscriber_id })
      .set({ reason: null })
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('subscribers').select('id').where('id', '=', subscriber_id))),
      )
      .execute();
  if (result.state === 'sent' || result.state === 'failed')
    await addToCount(trx, mailing_id, result.state);
  // The mailing may have ended, because this process could not renew its claim in time.
  if (result.state === 'pending')
    await trx
      .updateTable('mailings')
      .set({ state: 'sending', ended_at: null })
      .where('id', '=', mailing_id)
      .where('state', '=', 'done')
      .execute();
}

export async function setProblem(trx: Transaction, mailingId: string, problem: string) {
  await trx.updateTable('mailings').set({ problem }).where('id', '=', mailingId).execute();
}

/** True if the server has refused the address in each of the last mailings. */
export async function isRefusedAgain(
  trx: Transaction,
  subscriberId: string,
  times: number,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('mailing_recipients')
    .select('refused')
    .where('subscriber_id', '=', subscriberId)
    .where('state', 'in', ['sent', 'failed'])
    .orderBy('mailing_id', 'desc')
    .limit(times)
    .execute();
  return rows.length === times && rows.every(({ refused }) => refused === 1);
}
