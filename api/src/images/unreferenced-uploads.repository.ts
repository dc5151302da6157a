import type { Database, DatabaseTransaction } from '../database/tables.ts';

export type UnreferencedUpload = { readonly name: string; readonly since: string };

export function listUnreferenced(db: Database): Promise<UnreferencedUpload[]> {
  return db
    .selectFrom('unreferenced_uploads')
    .select(['name', 'since'])
    .orderBy('since')
    .orderBy('name')
    .execute();
}

export async function isUnreferencedSince(
  db: Database,
  name: string,
  before: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('unreferenced_uploads')
    .select('name')
    .where('name', '=', name)
    .where('since', '<', before)
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetUnreferenced(db: Database, name: string): Promise<void> {
  await db.deleteFrom('unreferenced_uploads').where('name', '=', name).execute();
}

/** Leaves exactly these noted: the new ones since now, the others since when they were. */
export async function noteUnreferenced(
  trx: DatabaseTransaction,
  names: ReadonlySet<string>,
  now: string,
): Promise<void> {
  const noted = new Set((await listUnreferenced(trx)).map(({ name }) => name));
  for (const name of noted) if (!names.has(name)) await forgetUnreferenced(trx, name);
  for (const name of names) {
    if (noted.has(name)) continue;
    await trx.insertInto('unreferenced_uploads').values({ name, since: now }).execute();
  }
}

const NOTED_AT = 'uploads_noted_at';

/** True for one caller after each such time, however many processes ask. */
export async function claimNoting(
  trx: DatabaseTransaction,
  before: string,
  now: string,
): Promise<boolean> {
  const last = await trx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', NOTED_AT)
    .executeTakeFirst();
  if (last && last.value > before) return false;
  await trx.deleteFrom('settings').where('name', '=', NOTED_AT).execute();
  await trx.insertInto('settings').values({ name: NOTED_AT, value: now }).execute();
  return true;
}
