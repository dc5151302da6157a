import { sql } from 'kysely';
import { readById } from '../../database/batches.ts';
import { countRows } from '../../database/results.ts';
import type { Database } from '../../database/tables.ts';
import type { SubscriberRow } from './subscribers.repository.ts';

const EXPORT_BATCH = 1_000;

type State = SubscriberRow['state'];

type SubscriberFilter = {
  readonly q?: string | undefined;
  readonly state?: State | undefined;
};

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** `%` and `_` have no special meaning. SQLite's `lower` knows only ASCII. */
function contains(q: string) {
  const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const inAnyCase = sql<boolean>`lower(email) like ${pattern(q.toLowerCase())} escape '\\'`;
  if (isAscii(q)) return inAnyCase;
  return sql<boolean>`(${inAnyCase} or email like ${pattern(q)} escape '\\')`;
}

function filtered(db: Database, { q = '', state }: SubscriberFilter) {
  let query = db.selectFrom('subscribers');
  if (state) query = query.where('state', '=', state);
  return q === '' ? query : query.where(contains(q));
}

export function listSubscribers(
  db: Database,
  filter: SubscriberFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<SubscriberRow[]> {
  return filtered(db, filter)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function countSubscribers(db: Database, filter: SubscriberFilter): Promise<number> {
  return filtered(db, filter).$call(countRows);
}

export function readSubscribers(db: Database) {
  return readById(db.selectFrom('subscribers').selectAll(), { size: EXPORT_BATCH });
}

export async function countByState(db: Database): Promise<Partial<Record<State, number>>> {
  const rows = await db
    .selectFrom('subscribers')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

/** Counts those who were confirmed by the month of this time, like `2026-11`. */
export async function countByMonth(
  db: Database,
  time: 'confirmed_at' | 'ended_at',
): Promise<ReadonlyMap<string, number>> {
  const month = sql<string>`substr(${sql.ref(time)}, 1, 7)`;
  const rows = await db
    .selectFrom('subscribers')
    .select(({ fn }) => [month.as('month'), fn.countAll<number>().as('count')])
    .where('confirmed_at', 'is not', null)
    .where(time, 'is not', null)
    .groupBy(month)
    .execute();
  return new Map(rows.map(({ month, count }) => [month, Number(count)]));
}
