import { compareAndSetSetting, findSetting } from '../database/settings.repository.ts';
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

/** Notes one anew that was noted before a time; true for one caller, however many try it at once. */
export async function renewNote(
  db: Database,
  name: string,
  before: string,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unreferenced_uploads')
    .set({ since: now })
    .where('name', '=', name)
    .where('since', '<', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** False where there is no such note any more, or another one. */
export async function forgetNote(
  trx: DatabaseTransaction,
  { name, since }: UnreferencedUpload,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('unreferenced_uploads')
    .where('name', '=', name)
    .where('since', '=', since)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function forgetUnreferencedSince(
  db: Database,
  name: string,
  before: string,
): Promise<void> {
  await db
    .deleteFrom('unreferenced_uploads')
    .where('name', '=', name)
    .where('since', '<', before)
    .execute();
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
export async function claimNoting(db: Database, before: string, now: string): Promise<boolean> {
  const last = await findSetting(db, NOTED_AT);
  if (last !== undefined && last > before) return false;
  return compareAndSetSetting(db, NOTED_AT, last, now);
}
