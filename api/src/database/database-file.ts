import { join } from 'node:path';

export const DATABASE_FILE = 'longhand.sqlite';

export const WAL_FILE_SUFFIXES = ['-wal', '-shm'] as const;

export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** Default folder for backups and migration snapshots. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Sortable, and without colons: some file systems forbid them. */
export function fileTimestamp(time: Date): string {
  return time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

export function parseFileTimestamp(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] =
    /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z/.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined;
}
