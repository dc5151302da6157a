import type { SiteIcon } from '@longhand/contract/site/site-icons';
import type { Database, Transaction } from '../database/tables.ts';

type SettingRow = { readonly name: string; readonly value: string };

export function listSettings(db: Database): Promise<SettingRow[]> {
  return db.selectFrom('site_settings').select(['name', 'value']).orderBy('name').execute();
}

export async function storeSetting(trx: Transaction, row: SettingRow): Promise<void> {
  await trx
    .insertInto('site_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
    .execute();
}

export async function deleteSetting(trx: Transaction, name: string): Promise<void> {
  await trx.deleteFrom('site_settings').where('name', '=', name).execute();
}

export async function replaceIcons(
  trx: Transaction,
  icons: readonly (readonly [name: string, bytes: Uint8Array])[],
): Promise<void> {
  await trx.deleteFrom('site_icons').execute();
  for (const [name, bytes] of icons)
    await trx
      .insertInto('site_icons')
      .values({ name, body: Buffer.from(bytes).toString('base64') })
      .execute();
}

export async function findIcon(db: Database, name: SiteIcon): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('site_icons')
    .select('body')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && Buffer.from(row.body, 'base64');
}

export async function listIconNames(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('site_icons').select('name').execute();
  return rows.map(({ name }) => name);
}
