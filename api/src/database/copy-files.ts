import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { WAL_FILE_SUFFIXES } from './database-file.ts';

const WAL = '-wal';

const CANNOT_WRITE_FOLDER = /^SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM)/;

/** SQLite needs -wal and -shm files even to read; a full or read-only folder has no room for them. */
export function cannotCreateWalFiles(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return CANNOT_WRITE_FOLDER.test(code);
}

function fingerprint(file: string): string {
  return [file, file + WAL]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats ? `${stats.size} ${stats.mtimeNs} ${stats.ino}` : 'none'))
    .join();
}

/** For a database that no process has open. Throws if it is written to during the copy. */
export function copyDatabaseFiles(source: string, target: string): void {
  const before = fingerprint(source);
  copyFileSync(source, target);
  if (existsSync(source + WAL)) copyFileSync(source + WAL, target + WAL);
  if (fingerprint(source) !== before)
    throw new Error(`${source} changed while it was copied: try again`);
}

export function removeDatabaseFiles(file: string): void {
  for (const suffix of ['', ...WAL_FILE_SUFFIXES]) rmSync(file + suffix, { force: true });
}
