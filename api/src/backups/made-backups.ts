import { readdir } from 'node:fs/promises';
import { backupsFolder } from '../database/database-file.ts';
import { claimSetting, findSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { undefinedIfMissing } from '../files/atomic-write.ts';

const FIRST_DOWNLOAD = 'backup_downloaded_at';

/** A failure changes nothing but the list of first steps, so that it is ignored. */
export async function rememberDownload(db: Database, now: Date): Promise<void> {
  await claimSetting(db, FIRST_DOWNLOAD, now.toISOString()).catch(() => false);
}

/** Downloaded once, or in the folder where the server and the command write them. */
export async function hasBackup(db: Database, dataDir: string): Promise<boolean> {
  if ((await findSetting(db, FIRST_DOWNLOAD)) !== undefined) return true;
  const files = await readdir(backupsFolder(dataDir)).catch(undefinedIfMissing);
  return files?.some((name) => name.endsWith('.tar.gz')) ?? false;
}
