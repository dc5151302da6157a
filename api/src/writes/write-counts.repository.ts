import { sql } from 'kysely';
import { countChanged } from '../database/results.ts';
import type { Database } from '../database/tables.ts';

type Addition = { readonly key: string; readonly count: number };

/** One statement, so that no count is lost between processes. Returns the new counts. */
export async function addToCounts(
  db: Database,
  additions: readonly Addition[],
  windowStart: string,
): Promise<Addition[]> {
  const rows = await db
    .insertInto('write_counts')
    .values(additions.map((addition) => ({ ...addition, window_start: windowStart })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        count: sql<number>`case when ${ref('write_counts.window_start')} = ${ref('excluded.window_start')} then ${ref('write_counts.count')} else 0 end + ${ref('excluded.count')}`,
        window_start: ref('excluded.window_start'),
      })),
    )
    .returning(['key', 'count'])
    .execute();
  return rows.map(({ key, count }) => ({ key, count: Number(count) }));
}

export function deleteCountsBefore(db: Database, windowStart: string): Promise<number> {
  return db.deleteFrom('write_counts').where('window_start', '<', windowStart).$call(countChanged);
}
