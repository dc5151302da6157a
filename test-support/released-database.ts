import { migrations } from '../api/src/database/migrations/index.ts';
import { openDatabase } from '../api/src/database/open.ts';

/** The last migration of each version that was released. */
const RELEASED = { '0.1.0': '0003-keeping-house', '0.2.0': '0006-jobs' } as const;

/** As that version left it. */
export async function createReleasedDatabase(
  dataDir: string,
  version: keyof typeof RELEASED,
): Promise<void> {
  const older = Object.entries(migrations).filter(([name]) => name <= RELEASED[version]);
  const db = await openDatabase({ dataDir }, { migrations: Object.fromEntries(older) });
  await db.insertInto('settings').values({ name: 'first_start_at', value: 'then' }).execute();
  await db.insertInto('settings').values({ name: 'software_version', value: version }).execute();
  await db.destroy();
}

export const RELEASED_VERSIONS = Object.keys(RELEASED) as (keyof typeof RELEASED)[];
