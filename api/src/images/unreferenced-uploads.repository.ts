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

/** Renews a note from before a time; true for only one of several concurrent callers. */
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

/** False if the note was removed or renewed. */
export async function deleteNote(
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

export async function deleteNoteBefore(db: Database, name: string, before: string): Promise<void> {
  await db
    .deleteFrom('unreferenced_uploads')
    .where('name', '=', name)
    .where('since', '<', before)
    .execute();
}

export async function deleteNoteOf(db: Database, name: string): Promise<void> {
  await db.deleteFrom('unreferenced_uploads').where('name', '=', name).execute();
}

/** Leaves notes of exactly these; existing notes keep their time. */
export async function replaceNotes(
  trx: DatabaseTransaction,
  names: ReadonlySet<string>,
  now: string,
): Promise<void> {
  const noted = new Set((await listUnreferenced(trx)).map(({ name }) => name));
  for (const name of noted) if (!names.has(name)) await deleteNoteOf(trx, name);
  for (const name of names) {
    if (noted.has(name)) continue;
    await trx.insertInto('unreferenced_uploads').values({ name, since: now }).execute();
  }
}

const SCANNED_AT = 'uploads_noted_at';

/** True for only one of several concurrent processes. */
export async function claimScan(db: Database, before: string, now: string): Promise<boolean> {
  const last = await findSetting(db, SCANNED_AT);
  if (last !== undefined && last > before) return false;
  return compareAndSetSetting(db, SCANNED_AT, last, now);
}
