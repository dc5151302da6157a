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

/** True for the one caller, ever, that was the first to claim the name. */
export async function claimSetting(db: Database, name: string, value: string): Promise<boolean> {
  const inserted = await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** True for the one caller, of all that found the same value before (or none), whose it is now. */
export async function replaceSettingIf(
  db: Database,
  name: string,
  before: string | undefined,
  value: string,
): Promise<boolean> {
  if (before === undefined) return claimSetting(db, name, value);
  const replaced = await db
    .updateTable('settings')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', before)
    .returning('name')
    .executeTakeFirst();
  return replaced !== undefined;
}
