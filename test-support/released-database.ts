import { migrations } from '../api/src/database/migrations/index.ts';
import { openDatabase } from '../api/src/database/open.ts';

/** The last migration of each version that was released. */
export const RELEASED = { '0.2.0': '0006-jobs' } as const;

/** As that version left it. */
export async function createReleasedDatabase(dataDir: string, last: string): Promise<void> {
  const older = Object.entries(migrations).filter(([name]) => name <= last);
  const db = await openDatabase({ dataDir }, { migrations: Object.fromEntries(older) });
  await db.insertInto('settings').values({ name: 'first_start_at', value: 'then' }).execute();
  await db.insertInto('settings').values({ name: 'software_version', value: '0.2.0' }).execute();
  await db.destroy();
}
