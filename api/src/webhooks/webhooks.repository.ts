import type { Webhook, WebhookDelivery } from '@longhand/contract/webhooks';
import type { Selectable } from 'kysely';
import { deleteInBatches } from '../database/batches.ts';
import { hasChanged, isFound } from '../database/results.ts';
import type { Database, Tables, Transaction } from '../database/tables.ts';

type StoredWebhook = Selectable<Tables['webhooks']>;
type Delivery = Selectable<Tables['webhook_deliveries']>;

const LISTED = ['id', 'url', 'events', 'created_at'] as const;

export async function listWebhooks(db: Database): Promise<Webhook[]> {
  const rows = await db.selectFrom('webhooks').select(LISTED).orderBy('id').execute();
  return rows.map((row) => ({ ...row, events: JSON.parse(row.events) }));
}

export async function insertWebhook(trx: Transaction, webhook: StoredWebhook): Promise<void> {
  await trx.insertInto('webhooks').values(webhook).execute();
}

/** Also deletes its deliveries. False if there is no such webhook. */
export async function deleteWebhook(trx: Transaction, id: string): Promise<boolean> {
  await trx.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
  return trx.deleteFrom('webhooks').where('id', '=', id).$call(hasChanged);
}

export function webhookExists(db: Database, id: string): Promise<boolean> {
  return db.selectFrom('webhooks').select('id').where('id', '=', id).$call(isFound);
}

export function listDeliveries(
  db: Database,
  webhookId: string,
  limit: number,
): Promise<WebhookDelivery[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event', 'state', 'attempts', 'status', 'error', 'created_at'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertDeliveries(
  trx: Transaction,
  deliveries: readonly Omit<Delivery, 'status' | 'error'>[],
): Promise<void> {
  await trx.insertInto('webhook_deliveries').values(deliveries).execute();
}

const due = (db: Database, now: string) =>
  db.selectFrom('webhook_deliveries').where('next_try_at', '<=', now);

/** The webhooks that have something to send. */
export async function listDueWebhooks(db: Database, now: string): Promise<string[]> {
  const rows = await due(db, now).select('webhook_id').distinct().execute();
  return rows.map(({ webhook_id }) => webhook_id);
}

/** Undefined if nothing is due, or another process was faster. */
export async function claimDelivery(
  trx: Transaction,
  webhookId: string,
  { now, until }: { readonly now: string; readonly until: string },
) {
  const next = await due(trx, now)
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select(['webhooks.url', 'webhooks.secret'])
    .selectAll('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .orderBy('next_try_at')
    .orderBy('webhook_deliveries.id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  const attempts = next.attempts + 1;
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({ attempts, next_try_at: until })
    .where('id', '=', next.id)
    .where('next_try_at', '=', next.next_try_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...next, attempts } : undefined;
}

export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;

/** False if the webhook was deleted, or another process has made an attempt since. */
export function storeAttempt(
  trx: Transaction,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  outcome: Pick<Delivery, 'state' | 'status' | 'error' | 'next_try_at'>,
): Promise<boolean> {
  return trx
    .updateTable('webhook_deliveries')
    .set(outcome)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .$call(hasChanged);
}

export function deleteDeliveriesBefore(db: Database, before: string): Promise<number> {
  const old = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('created_at', '<', before)
    .where('state', '!=', 'pending');
  return deleteInBatches(db, 'webhook_deliveries', old);
}
