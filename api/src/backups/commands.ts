/** The public interface for the commands in cli/. */

export { describePlace } from '../backup-settings.ts';
export { describeLocation } from '../database/location.ts';
export { BackupError } from './backup-error.ts';
export { copyBeforeMigration } from './copy-before-migration.ts';
export {
  listBackupsElsewhere,
  openBackupElsewhere,
  sendBackupNow,
} from './elsewhere/commands.ts';
export {
  type BackupJob,
  backupJobOf,
  defaultBackupFile,
  streamBackup,
  type WrittenBackup,
  writeBackup,
} from './make-backup.ts';
export { type BlogLocation, type Moved, moveBlog } from './move.ts';
export { type Restored, restoreBackup } from './restore.ts';
export { describeVersion, findSnapshot, type RolledBack, rollBack } from './rollback.ts';
export type { Progress } from './write-archive.ts';
