import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { COMPANIONS } from './database-file.ts';

/** Changes that SQLite has not put into the file yet: it has all it needs with these. */
const WAL = '-wal';

const UNREADABLE = /^SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM)/;

/**
 * Whether SQLite could not make what it needs beside a database, even to read it: nobody has it open,
 * and its folder is full or may only be read.
 */
export function lacksCompanions(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return UNREADABLE.test(code);
}

/** What is different once somebody has written. */
function stampOf(file: string): string {
  return [file, file + WAL]
    .map((each) => statSync(each, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found ? `${found.size} ${found.mtimeNs} ${found.ino}` : 'none'))
    .join();
}

/** Copies the files of a database that nobody uses as they are; refuses if somebody does after all. */
export function copyFiles(source: string, target: string): void {
  const before = stampOf(source);
  copyFileSync(source, target);
  if (existsSync(source + WAL)) copyFileSync(source + WAL, target + WAL);
  if (stampOf(source) !== before)
    throw new Error(`${source} was written to while it was copied: try again`);
}

export function removeFiles(file: string): void {
  for (const suffix of ['', ...COMPANIONS]) rmSync(file + suffix, { force: true });
}
