import type { Database } from '../database/tables.ts';

type SettingRow = { readonly name: string; readonly value: string };

export function listSettings(db: Database): Promise<SettingRow[]> {
  return db.selectFrom('site_settings').select(['name', 'value']).orderBy('name').execute();
}
