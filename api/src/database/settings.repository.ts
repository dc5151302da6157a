import { hasChanged, isFound } from './results.ts';
import type { Database } from './tables.ts';

export async function findSetting(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function setSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteSetting(db: Database, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

/** True only for the first caller that ever sets this name. */
export async function claimSetting(db: Database, name: string, value: string): Promise<boolean> {
  return db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .$call(isFound);
}

/** Compare-and-set: true for only one of several callers that read the same value before. */
export async function compareAndSetSetting(
  db: Database,
  name: string,
  expected: string | undefined,
  value: string,
): Promise<boolean> {
  if (expected === undefined) return claimSetting(db, name, value);
  return db
    .updateTable('settings')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', expected)
    .$call(hasChanged);
}
