import type { Database } from './tables.ts';

/** Closes a database however its use ends. */
export async function useAndClose<Result>(
  db: Database,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
