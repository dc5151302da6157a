import type { Database } from '../database/tables.ts';
import {
  DEFAULT_VALUES,
  isStoredName,
  locksOf,
  parseStored,
  type SettingValues,
  type SiteConfig,
  valuesOf,
} from './setting-values.ts';
import { listSettings } from './site.repository.ts';

/**
 * The environment over the database over the defaults. Stored ones that cannot be used are left out:
 * they must not take the site down.
 */
export function createReadValues(
  db: Database,
  config: SiteConfig,
  onInvalid: (name: string) => void,
): () => Promise<SettingValues> {
  const fromEnvironment = valuesOf(config, locksOf(config));

  return async () => {
    const values = { ...DEFAULT_VALUES };
    for (const { name, value } of await listSettings(db)) {
      // A newer version may have stored it.
      if (!isStoredName(name)) continue;
      const parsed = parseStored(name, value);
      if (parsed) Object.assign(values, parsed);
      else onInvalid(name);
    }
    return { ...values, ...fromEnvironment };
  };
}
