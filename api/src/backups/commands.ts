/** What the owner's commands need of backups. */

export { nameOfDatabase } from '../database/location.ts';
export { BackupError } from './backup-error.ts';
export {
  type BackupOrder,
  backupOrderOf,
  placeOfBackup,
  type WrittenBackup,
  writeBackup,
} from './make-backup.ts';
export { type Restored, restoreBackup } from './restore.ts';
export { findSnapshot, type RolledBack, rollBack } from './rollback.ts';
export type { Progress } from './write-archive.ts';
