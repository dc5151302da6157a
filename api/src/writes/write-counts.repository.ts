import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Counts one more for each key, in one statement, and says how many there are in this window. */
export async function countWrites(
  db: Database,
  keys: readonly string[],
  windowStart: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .insertInto('write_counts')
    .values(keys.map((key) => ({ key, window_start: windowStart, count: 1 })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        count: sql<number>`case when ${ref('write_counts.window_start')} = ${ref('excluded.window_start')} then ${ref('write_counts.count')} + 1 else 1 end`,
        window_start: ref('excluded.window_start'),
      })),
    )
    .returning(['key', 'count'])
    .execute();
  return new Map(rows.map(({ key, count }) => [key, Number(count)]));
}

export async function deleteCountsBefore(db: Database, windowStart: string): Promise<void> {
  await db.deleteFrom('write_counts').where('window_start', '<', windowStart).execute();
}
