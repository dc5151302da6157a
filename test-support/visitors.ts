import { readFileSync, statSync } from 'node:fs';
import { databaseFile } from '../api/src/database/location.ts';
import type { Database } from '../api/src/database/tables.ts';

const KEY = 'key-of-the-day-0123456789';
const VISITOR = 'visitor-01234567';

/** As the statistics keep them for a day. */
export async function addVisitors(db: Database): Promise<void> {
  const day = '2026-01-01';
  await db
    .insertInto('counted_days')
    .values({ day, key: KEY, visits: 1, post_sources: 0 })
    .execute();
  await db
    .insertInto('visits')
    .values({
      ...{ day, visitor: VISITOR, page: '', network: 'network' },
      ...{ views: 1, ends: 0, percent: 0, seconds: 0 },
    })
    .execute();
}

/** Whether the bytes of the key and of the visitor are in a database, given by its file or its folder. */
export function findVisitors(path: string): boolean[] {
  const bytes = readFileSync(statSync(path).isDirectory() ? databaseFile(path) : path);
  return [KEY, VISITOR].map((text) => bytes.includes(text));
}
