import {
  findIntegrityErrors,
  openDatabaseReadOnly,
  PAGE_CHECKS,
  POST_CHECKS,
} from '@longhand/api/checks';

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
