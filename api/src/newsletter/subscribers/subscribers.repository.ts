import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction, Tables } from '../../database/tables.ts';

export type SubscriberRow = Selectable<Tables['subscribers']>;

/** Who asks to join, or for whom the owner vouches. */
export type Candidate = Pick<SubscriberRow, 'id' | 'email' | 'email_key' | 'created_at' | 'token'>;

type Request = Candidate & {
  readonly confirm_token: string;
  readonly confirm_until: string;
};

/**
 * Returns the id. One statement for all: a stranger learns nothing from the time that it takes. The token stays as it is,
 * so that all mails of somebody who asked twice work.
 */
export async function requestConfirmation(
  trx: DatabaseTransaction,
  request: Request,
): Promise<string> {
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

/** Changes nothing if the link is used already, or too old. */
export async function confirmSubscriber(
  db: Database,
  confirmToken: string,
  { at, from }: { readonly at: string; readonly from: string | null },
): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({
      ...{ state: 'confirmed', source: 'form', confirmed_at: at, confirmed_from: from },
      ...{ ended_at: null, confirm_until: null },
    })
    .where('confirm_token', '=', confirmToken)
    .where('state', '!=', 'confirmed')
    .where('confirm_until', '>', at)
    .execute();
}

/** False without such a subscriber. The links of earlier confirmation mails end with it. */
export async function endSubscription(db: Database, token: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscribers')
    .set(({ ref }) => ({
      ended_at: sql<string>`case when ${ref('state')} = 'unsubscribed' then ${ref('ended_at')} else ${at} end`,
      ...{ state: 'unsubscribed', confirm_token: null, confirm_until: null },
    }))
    .where('token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteUnconfirmed(db: Database, now: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('subscribers')
    .where('state', '=', 'waiting')
    .where('confirm_until', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
