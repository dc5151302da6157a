import type { Database } from '../database/tables.ts';

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

export async function setSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
