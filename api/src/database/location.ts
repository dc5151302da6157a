import { join } from 'node:path';

export const DATABASE_FILE = 'longhand.sqlite';

export const WAL_FILE_SUFFIXES = ['-wal', '-shm'] as const;

export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

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

/** With `databaseUrl`, the database is PostgreSQL; without it, SQLite in `dataDir`. */
export type DatabaseLocation = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
};

/** Messages and logs must not contain the user name and the password. */
export function redactDatabaseUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

export function describeLocation({ dataDir, databaseUrl }: DatabaseLocation): string {
  return databaseUrl === undefined ? dataDir : redactDatabaseUrl(databaseUrl);
}

/** The administrator can fix the cause, so the message is shown without a stack trace. */
export class DatabaseStartError extends Error {}
