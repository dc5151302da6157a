import { readdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { backupsFolder } from '../database/location.ts';
import { claimSetting, findSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { createDownloads } from '../downloads/downloads.service.ts';
import { recordEvent } from '../events/record-event.ts';
import { undefinedIfMissing } from '../files/atomic-write.ts';
import { backupFileName } from './make-backup.ts';

const FIRST_DOWNLOAD = 'backup_downloaded_at';

/** A failure is ignored: the backup is made, and on a full disk it is all the more needed. */
export async function recordBackup(
  db: Database,
  clock: Clock,
  detail: 'download' | 'automatic' | 'remote' | 'command',
): Promise<void> {
  await recordEvent(db, clock, { kind: 'backup.made', detail }).catch(() => {});
}

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
    async make(signal) {
      const archive = await make(signal);
      await recordBackup(db, clock, 'download');
      return archive;
    },
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
