import type { Database } from '../database/tables.ts';
import { isStoredName, parseStored, type SettingValues } from './setting-values.ts';
import { listSettings } from './site.repository.ts';

/** Without those that cannot be used, which must not take the site down. */
export async function readStored(
  db: Database,
  onInvalid: (name: string) => void,
): Promise<Partial<SettingValues>> {
  const stored: Partial<SettingValues> = {};
  for (const { name, value } of await listSettings(db)) {
    // A newer version may have stored it.
    if (!isStoredName(name)) continue;
    const parsed = parseStored(name, value);
    if (parsed) Object.assign(stored, parsed);
    else onInvalid(name);
  }
  return stored;
}
