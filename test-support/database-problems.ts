import { findIntegrityErrors } from '../api/src/database/integrity-check.ts';
import { openDatabaseReadOnly } from '../api/src/database/read-only.ts';
import { PAGE_CHECKS } from '../api/src/pages/check-pages.ts';
import { POST_CHECKS } from '../api/src/posts/check-posts.ts';

export type TestLocation = { readonly dataDir: string; readonly databaseUrl?: string };

/** The doctor's checks of the database; of an SQLite file also its integrity. */
export async function findDatabaseProblems(location: TestLocation): Promise<string[]> {
  const db = openDatabaseReadOnly(location);
  const hasFile = location.databaseUrl === undefined;
  const problems = hasFile ? await Array.fromAsync(findIntegrityErrors(db)) : [];
  for (const { find } of [...POST_CHECKS, ...PAGE_CHECKS])
    problems.push(...(await Array.fromAsync(find(db))));
  await db.destroy();
  return problems;
}
