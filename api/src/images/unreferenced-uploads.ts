import { hasChanged } from '../database/results.ts';
import { compareAndSetSetting, findSetting } from '../database/settings.repository.ts';
import type { Database, Transaction } from '../database/tables.ts';

export type UnreferencedUpload = { readonly name: string; readonly since: string };

export function listUnreferenced(db: Database): Promise<UnreferencedUpload[]> {
  return db
    .selectFrom('unreferenced_uploads')
    .select(['name', 'since'])
    .orderBy('since')
    .orderBy('name')
    .execute();
}

/** Renews what is from before a time; true for only one of several concurrent callers. */
export function renew(db: Database, name: string, before: string, now: string): Promise<boolean> {
  return db
    .updateTable('unreferenced_uploads')
    .set({ since: now })
    .where('name', '=', name)
    .where('since', '<', before)
    .$call(hasChanged);
}

/** False if it was deleted or renewed in the meantime. */
export function deleteUnlessRenewed(
  trx: Transaction,
  { name, since }: UnreferencedUpload,
): Promise<boolean> {
  return trx
    .deleteFrom('unreferenced_uploads')
    .where('name', '=', name)
    .where('since', '=', since)
    .$call(hasChanged);
}

export async function deleteBefore(db: Database, name: string, before: string): Promise<void> {
  await db
    .deleteFrom('unreferenced_uploads')
    .where('name', '=', name)
    .where('since', '<', before)
    .execute();
}

export async function deleteByName(db: Database, name: string): Promise<void> {
  await db.deleteFrom('unreferenced_uploads').where('name', '=', name).execute();
}

/** Afterwards, exactly these are listed. Those that were listed before keep their time. */
export async function replaceAll(trx: Transaction, names: ReadonlySet<string>, now: string) {
  const listed = new Set((await listUnreferenced(trx)).map(({ name }) => name));
  for (const name of listed) if (!names.has(name)) await deleteByName(trx, name);
  for (const name of names) {
    if (listed.has(name)) continue;
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
