import type { Database } from './tables.ts';

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
