import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Database, Tables, Transaction } from '../../database/tables.ts';
import type { PostMail } from '../post-mail/post-mail.ts';

type MailingRow = Selectable<Tables['mailings']>;
type MailingState = MailingRow['state'];

/** `inFlight` has the addresses whose mail is being sent, or may have been; null for a deleted subscriber. */
export type StoredMailing = MailingRow & { readonly inFlight: readonly (string | null)[] };

/** It is one statement, so that the numbers are consistent. */
function withInFlight(db: Database) {
  return db
    .selectFrom('mailings')
    .leftJoin('mailing_recipients', (join) =>
      join
        .onRef('mailing_recipients.mailing_id', '=', 'mailings.id')
        .on('mailing_recipients.state', '=', 'sending'),
    )
    .leftJoin('subscribers', 'subscribers.id', 'mailing_recipients.subscriber_id')
    .selectAll('mailings')
    .select(['subscribers.email', 'mailing_recipients.subscriber_id'])
    .orderBy('mailings.id', 'desc')
    .orderBy('mailing_recipients.updated_at');
}

type JoinedRow = Awaited<ReturnType<ReturnType<typeof withInFlight>['execute']>>[number];

function toMailings(rows: readonly JoinedRow[]): StoredMailing[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((all) => {
    const [{ email: _, subscriber_id: _id, ...mailing }] = all as [JoinedRow];
    const inFlight = all.flatMap(({ email, subscriber_id }) => (subscriber_id ? [email] : []));
    return { ...mailing, inFlight };
  });
}

export async function findMailing(
  db: Database,
  by: 'id' | 'post_id',
  value: string,
): Promise<StoredMailing | undefined> {
  return toMailings(await withInFlight(db).where(`mailings.${by}`, '=', value).execute())[0];
}

export async function listMailings(
  db: Database,
  before: string | undefined,
  limit: number,
): Promise<StoredMailing[]> {
  const wanted = db
    .selectFrom('mailings')
    .select('id')
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit);
  return toMailings(await withInFlight(db).where('mailings.id', 'in', wanted).execute());
}

/** A dashboard cannot show more. */
const MAX_FAILURES = 100;

export function listFailures(db: Database, mailingId: string) {
  return db
    .selectFrom('mailing_recipients')
    .leftJoin('subscribers', 'subscribers.id', 'mailing_recipients.subscriber_id')
    .select(['subscribers.email', 'mailing_recipients.reason'])
    .where('mailing_id', '=', mailingId)
    .where('mailing_recipients.state', '=', 'failed')
    .orderBy('mailing_recipients.next_try_at')
    .limit(MAX_FAILURES)
    .execute();
}

export function findNextPending(db: Database, mailingId: string) {
  return db
    .selectFrom('mailing_recipients')
    .select(['reason', 'next_try_at'])
    .where('mailing_id', '=', mailingId)
    .where('state', '=', 'pending')
    .orderBy('next_try_at')
    .limit(1)
    .executeTakeFirst();
}

export type NewMailing = {
  readonly post_id: string;
  readonly title: string;
  readonly content: PostMail;
  readonly created_at: string;
};

/** Adds all who are confirmed at this moment as recipients. Undefined if the post was sent before. */
export async function insertMailing(
  trx: Transaction,
  { post_id, title, content, created_at }: NewMailing,
): Promise<string | undefined> {
  const id = randomUUIDv7();
  const inserted = await trx
    .insertInto('mailings')
    .values({
      ...{ id, post_id, title, created_at, state: 'sending' },
      ...{ recipients: 0, sent: 0, failed: 0, skipped: 0 },
    })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return undefined;
  await trx
    .insertInto('mailing_contents')
    .values({ mailing_id: id, content: JSON.stringify(content) })
    .execute();
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('mailing_recipients')
    .columns([
      'mailing_id',
      'subscriber_id',
      'state',
      'attempts',
      'next_try_at',
      'refused',
      'updated_at',
    ])
    .expression(
      trx
        .selectFrom('subscribers')
        .select([
          sql<string>`cast(${id} as text)`.as('mailing_id'),
          'id',
          sql<'pending'>`'pending'`.as('state'),
          sql<number>`0`.as('attempts'),
          sql<string>`cast(${created_at} as text)`.as('next_try_at'),
          sql<number>`0`.as('refused'),
          sql<string>`cast(${created_at} as text)`.as('updated_at'),
        ])
        .where('state', '=', 'confirmed'),
    )
    .executeTakeFirstOrThrow();
  const recipients = Number(numInsertedOrUpdatedRows);
  await trx.updateTable('mailings').set({ recipients }).where('id', '=', id).execute();
  return id;
}

export async function countUnsent(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('mailings')
    .where('state', 'in', ['sending', 'paused'])
    .select(sql<number>`coalesce(sum(recipients - sent - failed - skipped), 0)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function setMailingState(
  trx: Transaction,
  id: string,
  state: MailingState,
  { problem = null, ended_at = null }: { problem?: string | null; ended_at?: string | null } = {},
): Promise<void> {
  await trx
    .updateTable('mailings')
    .set({ state, problem, ended_at })
    .where('id', '=', id)
    .execute();
}

export async function readContent(db: Database, mailingId: string): Promise<PostMail> {
  const { content } = await db
    .selectFrom('mailing_contents')
    .select('content')
    .where('mailing_id', '=', mailingId)
    .executeTakeFirstOrThrow();
  return JSON.parse(content);
}
