import {
  MAX_SUBSCRIBERS_LISTED,
  type NewsletterSummary,
  type Subscriber,
  type SubscriberList,
  type SubscriberListQuery,
} from '@longhand/contract/newsletter';
import type { Clock } from '../../clock.ts';
import { harmlessField, writeCsv } from '../../csv.ts';
import type { Database } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { cutPart } from '../../http/list-part.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Mailbox } from '../../mail-settings.ts';
import { createCandidate } from './create-candidate.ts';
import { importSubscribers } from './import-subscribers.ts';
import { growthOf } from './subscriber-growth.ts';
import * as list from './subscriber-list.repository.ts';
import {
  deleteSubscriber,
  findSubscriber,
  insertVouched,
  listEnded,
  type SubscriberRow,
} from './subscribers.repository.ts';

type Options = {
  readonly db: Database;
  readonly clock: Clock;
  /** Null while mail is not set up. */
  readonly from: Mailbox | null;
};

const EXPORTED = [
  ...['email', 'state', 'source', 'created_at', 'confirmed_at', 'confirmed_from', 'ended_at'],
] as const satisfies readonly (keyof SubscriberRow)[];

function toSubscriber(row: SubscriberRow): Subscriber {
  const { id, email, state, source, created_at, confirmed_at, ended_at } = row;
  return { id, email, state, source, created_at, confirmed_at, ended_at };
}

function ended({ email, state }: SubscriberRow): ProblemError {
  const happened = state === 'bounced' ? 'no longer takes mails' : 'has left the newsletter';
  return new ProblemError(
    'subscriber-ended',
    `${email} ${happened}. Only the form on your site can bring this address back.`,
  );
}

function writeFrom({ name, address }: Mailbox): string {
  return name === '' ? address : `${name} <${address}>`;
}

/** What the owner sees and does. */
export function createSubscribersService({ db, clock, from }: Options) {
  async function countByState(): Promise<NewsletterSummary['subscribers']> {
    const none = { waiting: 0, confirmed: 0, unsubscribed: 0, bounced: 0 };
    return { ...none, ...(await list.countByState(db)) };
  }

  return {
    countByState,

    async list(
      query: SubscriberListQuery,
    ): Promise<SubscriberList & { readonly next: string | undefined }> {
      const { q, state, limit = MAX_SUBSCRIBERS_LISTED, cursor } = query;
      const filter = { q: q?.trim(), state };
      const rows = await list.listSubscribers(db, filter, { before: cursor, limit: limit + 1 });
      const { entries, next } = cutPart(rows, limit, ({ id }) => id);
      const total = await list.countSubscribers(db, filter);
      return { subscribers: entries.map(toSubscriber), total, next };
    },

    /** With the owner's word that this person agreed. */
    add: (email: string): Promise<{ readonly subscriber: Subscriber; readonly isNew: boolean }> =>
      inTransaction(db, async (trx) => {
        const candidate = createCandidate(email, clock().toISOString());
        const added = await insertVouched(trx, [candidate], 'owner');
        const { email_key } = candidate;
        const known = await findSubscriber(trx, 'email_key', email_key);
        const row = known ?? (await listEnded(trx, [email_key]))[0];
        if (row?.state !== 'confirmed') throw ended(row as SubscriberRow);
        return { subscriber: toSubscriber(row), isNew: added.length > 0 };
      }),

    async remove(id: string): Promise<void> {
      const now = clock().toISOString();
      const isDeleted = await inTransaction(db, (trx) => deleteSubscriber(trx, id, now));
      if (!isDeleted) throw new ProblemError('not-found', 'There is no such subscriber.');
    },

    async *exportCsv(): AsyncGenerator<string> {
      yield writeCsv([EXPORTED]);
      for await (const rows of list.readSubscribers(db))
        yield writeCsv(rows.map((row) => EXPORTED.map((name) => harmlessField(row[name] ?? ''))));
    },

    importCsv: (csv: string) => importSubscribers({ db, clock }, csv),

    async summarize(): Promise<NewsletterSummary> {
      const confirmed = await list.countByMonth(db, 'confirmed_at');
      const left = await list.countByMonth(db, 'ended_at');
      return {
        mail: from && { from: writeFrom(from), address: from.address },
        subscribers: await countByState(),
        growth: growthOf(confirmed, left, clock()),
      };
    },
  };
}

export type SubscribersService = ReturnType<typeof createSubscribersService>;
