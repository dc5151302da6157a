import { join } from 'node:path';

export const DATABASE_FILE = 'longhand.sqlite';

/** What SQLite keeps beside the file while it is open, and after a crash. */
export const COMPANIONS = ['-wal', '-shm'] as const;

export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** Where copies are kept: backups that were given no other place, and snapshots. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** A moment as a part of a file's name: in order, and without a colon, which some systems forbid. */
export function timeInName(time: Date): string {
  return time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

/** The moment that such a name tells; undefined for any other name. */
export function timeFromName(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] =
    /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z/.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined;
}
