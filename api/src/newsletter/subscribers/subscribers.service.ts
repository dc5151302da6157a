import {
  MAX_SUBSCRIBERS_LISTED,
  type NewsletterSummary,
  type Subscriber,
  type SubscriberList,
  type SubscriberListQuery,
} from '@longhand/contract/newsletter/newsletter';
import type { Mailbox } from '../../config/mail-settings.ts';
import type { Context } from '../../context.ts';
import { harmlessField, writeCsv } from '../../csv.ts';
import { inTransaction } from '../../database/transaction.ts';
import { cutPart } from '../../http/list-part.ts';
import { notFound, ProblemError } from '../../http/problem.ts';
import { createCandidate } from './candidates.ts';
import { importSubscribers } from './import-subscribers.ts';
import * as list from './subscriber-list.repository.ts';
import {
  deleteSubscriber,
  findSubscriber,
  insertVouched,
  listEnded,
  type SubscriberRow,
} from './subscribers.repository.ts';

type Counts = ReadonlyMap<string, number>;

const MONTHS = 12;

/** Returns months like `2026-11`, the oldest first and this month last. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = now.getUTCMonth() - (MONTHS - 1 - index);
    return new Date(Date.UTC(now.getUTCFullYear(), month)).toISOString().slice(0, 7);
  });
}

function countUntil(counts: Counts, month: string): number {
  return [...counts].reduce((sum, [each, count]) => (each <= month ? sum + count : sum), 0);
}

function growthOf(confirmed: Counts, ended: Counts, now: Date) {
  return lastMonths(now).map((month) => ({
    month,
    confirmed: countUntil(confirmed, month) - countUntil(ended, month),
  }));
}

type Options = Pick<Context, 'db' | 'clock'> & {
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
  const happened = state === 'bounced' ? 'has bounced' : 'has unsubscribed';
  return new ProblemError(
    'subscriber-ended',
    `${email} ${happened}. To subscribe again, use the form on your site.`,
  );
}

function writeFrom({ name, address }: Mailbox): string {
  return name === '' ? address : `${name} <${address}>`;
}

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

    /** The owner vouches that this person agreed. */
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
      if (!isDeleted) throw notFound('There is no such subscriber.');
    },

    async *exportCsv(): AsyncGenerator<string> {
      yield writeCsv([EXPORTED]);
      for await (const rows of list.readSubscribers(db))
        yield writeCsv(rows.map((row) => EXPORTED.map((name) => harmlessField(row[name] ?? ''))));
    },

    importCsv: (csv: string) => importSubscribers({ db, clock }, csv),

    async summarize(): Promise<NewsletterSummary> {
      const confirmed = await list.countByMonth(db, 'confirmed_at');
      const ended = await list.countByMonth(db, 'ended_at');
      return {
        mail: from && { from: writeFrom(from), address: from.address },
        subscribers: await countByState(),
        growth: growthOf(confirmed, ended, clock()),
      };
    },
  };
}

export type SubscribersService = ReturnType<typeof createSubscribersService>;
