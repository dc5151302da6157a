import { readdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { backupsFolder } from '../database/location.ts';
import { claimSetting, findSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { createDownloads } from '../downloads/downloads.service.ts';
import { undefinedIfMissing } from '../files/atomic-write.ts';
import { backupFileName } from './make-backup.ts';

const FIRST_DOWNLOAD = 'backup_downloaded_at';

export function createBackupDownloads(
  db: Database,
  clock: Clock,
  make: (signal: AbortSignal) => Promise<Readable>,
) {
  return createDownloads(db, clock, {
    what: 'backup',
    description: 'One archive with everything except the settings.',
    type: 'application/gzip',
    fileName: backupFileName,
    make,
    onEnd: () => rememberDownload(db, clock()),
  });
}

/** A failure is ignored, because it changes nothing but the list of first steps. */
async function rememberDownload(db: Database, now: Date): Promise<void> {
  await claimSetting(db, FIRST_DOWNLOAD, now.toISOString()).catch(() => false);
}

/** A backup counts if it was downloaded, or is in the folder where the server and the command write them. */
export async function hasBackup(db: Database, dataDir: string): Promise<boolean> {
  if ((await findSetting(db, FIRST_DOWNLOAD)) !== undefined) return true;
  const files = await readdir(backupsFolder(dataDir)).catch(undefinedIfMissing);
  return files?.some((name) => name.endsWith('.tar.gz')) ?? false;
}
