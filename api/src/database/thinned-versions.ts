import { findSetting, setSetting } from './settings.repository.ts';
import type { Database } from './tables.ts';

/** The latest time before which versions were thinned out; empty if that never happened. */
const SETTING = 'versions_thinned_before';

export async function findThinnedBefore(db: Database): Promise<string> {
  return (await findSetting(db, SETTING)) ?? '';
}

/** Before versions are removed, so that the doctor expects it. */
export async function noteThinning(db: Database, before: string): Promise<void> {
  if (before > (await findThinnedBefore(db))) await setSetting(db, SETTING, before);
}
