/** The public interface for the commands in cli/ and the server. */
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { systemClock } from '../clock.ts';
import { describePlace, type RemoteBackups } from '../config/backup-settings.ts';
import type { Config } from '../config/config.ts';
import { connectDatabase } from '../database/open.ts';
import { useAndClose } from '../database/transaction.ts';
import { findStorageFailure } from '../storage-failures.ts';
import { recordBackup } from './backups.service.ts';
import { backupJobOf } from './make-backup.ts';
import { recordGood } from './monitor/backup-health.ts';
import { type SentBackup, sendBackup } from './remote/send-backup.ts';
import {
  isStoredName,
  listStored,
  readBlogNumber,
  type StoredBackup,
} from './remote/stored-backups.ts';
import { openTarget } from './remote/target.ts';
import type { ArchiveOptions } from './write-archive.ts';

export { describePlace } from '../config/backup-settings.ts';
export { describeLocation } from '../database/location.ts';
export { BackupError } from './backup-error.ts';
export {
  type BackupJob,
  backupJobOf,
  defaultBackupFile,
  streamBackup,
  type WrittenBackup,
  writeBackup,
} from './make-backup.ts';
export { type BlogLocation, type Moved, moveBlog } from './move.ts';
export { copyBeforeMigration } from './postgres-content.ts';
export { type Restored, restoreBackup } from './restore.ts';
export { describeVersion, findSnapshot, type RolledBack, rollBack } from './rollback.ts';
export type { Progress } from './write-archive.ts';

/** Does the same as the server, so that its next automatic backup is due later. */
export function sendBackupNow(
  config: Config,
  remote: RemoteBackups,
  options: ArchiveOptions,
): Promise<SentBackup> {
  return useAndClose(connectDatabase(config), async (db) => {
    const at = new Date();
    const blog = await readBlogNumber(db, config.site.url);
    const sent = await sendBackup({ ...backupJobOf(config), remote, blog }, options);
    const where = describePlace(remote.place);
    await recordGood(db, 'elsewhere', { at, where, bytes: sent.bytes }).catch(() => {});
    await recordBackup(db, systemClock, 'remote');
    return sent;
  });
}

/** A disk that is full or read-only can be backed up to another one, and has no entry then. */
export async function recordBackupByCommand(config: Config): Promise<void> {
  try {
    await useAndClose(connectDatabase(config), (db) => recordBackup(db, systemClock, 'command'));
  } catch (error) {
    if (!findStorageFailure(error)) throw error;
  }
}

/** Lists the verified backups of all blogs, newest first: a new machine has no blog yet. */
export async function listRemoteBackups({ place }: RemoteBackups): Promise<StoredBackup[]> {
  return (await listStored(openTarget(place))).filter(({ state }) => state === 'good');
}

/** Undefined if no backup there has this name. */
export async function openRemoteBackup(
  { place }: RemoteBackups,
  name: string,
): Promise<Readable | undefined> {
  return isStoredName(basename(name)) ? openTarget(place).read(basename(name)) : undefined;
}
