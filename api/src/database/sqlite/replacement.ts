import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { UPLOADS_FOLDER, VARIANTS_FOLDER } from '@longhand/contract/media/image-names';
import { syncPathNow } from '../../durable-files.ts';
import { DATABASE_FILE, WAL_FILE_SUFFIXES } from '../location.ts';
import { chownLikeDataDir } from '../ownership.ts';
import { acquireReplacementLock, ProcessLocked, withExclusiveLock } from './locks.ts';

/** Written before the first step and removed after the last, so that a crash can be recovered from. */
const JOURNAL = 'replacing.json';

/** Both are names of folders inside the data folder. */
type Replacement = {
  /** Has the new data, complete and synced. What it does not contain stays as it is. */
  readonly staging: string;
  readonly previous: string;
};

/** The field names in the file stay as they are, because another version may resume an interrupted replacement. */
type StoredReplacement = { readonly incoming: string; readonly aside: string };

function journalFile(dataDir: string): string {
  return join(dataDir, JOURNAL);
}

function temporaryJournalFile(dataDir: string): string {
  return `${journalFile(dataDir)}.tmp`;
}

function writeJournal(dataDir: string, { staging, previous }: Replacement): void {
  const stored: StoredReplacement = { incoming: staging, aside: previous };
  const temporary = temporaryJournalFile(dataDir);
  writeFileSync(temporary, JSON.stringify(stored), { mode: 0o600, flush: true });
  chownLikeDataDir(dataDir, temporary);
  renameSync(temporary, journalFile(dataDir));
  syncPathNow(dataDir);
}

function readJournal(dataDir: string): Replacement | undefined {
  if (!isReplacementPending(dataDir)) return undefined;
  const stored: StoredReplacement = JSON.parse(readFileSync(journalFile(dataDir), 'utf8'));
  return { staging: stored.incoming, previous: stored.aside };
}

/** A link instead of a rename, so that there is never a moment without a database at its path. */
function linkOrMove(current: string, target: string): void {
  try {
    linkSync(current, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EEXIST: an interrupted run has done this step. Other codes: the file system has no hard links.
    if (code !== 'EEXIST') renameSync(current, target);
  }
}

function swapUploads(dataDir: string, staging: string, previous: string): void {
  const staged = join(staging, UPLOADS_FOLDER);
  const current = join(dataDir, UPLOADS_FOLDER);
  const old = join(previous, UPLOADS_FOLDER);
  if (!existsSync(staged)) return;
  if (existsSync(current) && !existsSync(old)) renameSync(current, old);
  renameSync(staged, current);
}

function swapDatabase(dataDir: string, staging: string, previous: string): void {
  const staged = join(staging, DATABASE_FILE);
  if (!existsSync(staged)) return;
  for (const suffix of WAL_FILE_SUFFIXES) {
    // Only a corrupt database leaves these files. SQLite would apply them to the new file.
    const walFile = join(dataDir, DATABASE_FILE + suffix);
    if (existsSync(walFile)) renameSync(walFile, join(previous, DATABASE_FILE + suffix));
  }
  const current = join(dataDir, DATABASE_FILE);
  if (existsSync(current)) linkOrMove(current, join(previous, DATABASE_FILE));
  renameSync(staged, current);
}

/** Idempotent: after a crash it runs again from the start. */
function applyReplacement(dataDir: string, replacement: Replacement): void {
  const staging = join(dataDir, replacement.staging);
  const previous = join(dataDir, replacement.previous);
  mkdirSync(previous, { recursive: true, mode: 0o700 });
  chownLikeDataDir(dataDir, previous);
  if (existsSync(staging)) chownLikeDataDir(dataDir, staging);
  swapUploads(dataDir, staging, previous);
  swapDatabase(dataDir, staging, previous);
  syncPathNow(previous);
  syncPathNow(dataDir);
  // The cache was generated from the previous data, and is created again on demand.
  rmSync(join(dataDir, 'cache'), { recursive: true, force: true });
  rmSync(join(previous, UPLOADS_FOLDER, VARIANTS_FOLDER), { recursive: true, force: true });
  rmSync(staging, { recursive: true, force: true });
  if (readdirSync(previous).length === 0) rmdirSync(previous);
  rmSync(journalFile(dataDir), { force: true });
  syncPathNow(dataDir);
}

function hasMovedNothing(dataDir: string, { previous }: Replacement): boolean {
  const folder = join(dataDir, previous);
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Throws `DatabaseInUse` while another process has the database open. */
export function replaceData(dataDir: string, replacement: Replacement): void {
  withExclusiveLock(dataDir, () => {
    writeJournal(dataDir, replacement);
    try {
      applyReplacement(dataDir, replacement);
    } catch (error) {
      // For example: uploads is a mount point, which cannot be renamed.
      if (hasMovedNothing(dataDir, replacement)) {
        rmSync(journalFile(dataDir), { force: true });
        rmSync(join(dataDir, replacement.previous), { recursive: true, force: true });
      }
      throw error;
    }
  });
}

export function isReplacementPending(dataDir: string): boolean {
  return existsSync(journalFile(dataDir));
}

/** A process that ended before its first step has left it; the lock tells whether that process still runs. */
function removeTemporaryJournal(dataDir: string): void {
  if (!existsSync(temporaryJournalFile(dataDir))) return;
  try {
    const release = acquireReplacementLock(dataDir);
    rmSync(temporaryJournalFile(dataDir), { force: true });
    release();
  } catch (error) {
    if (!(error instanceof ProcessLocked)) throw error;
  }
}

/** These folders have data that a restore, rollback or move has replaced. */
export const PREVIOUS_FOLDER = /^before-(restore|rollback|move)-/;

function describeFinished(previous: string): string {
  const what = PREVIOUS_FOLDER.exec(basename(previous))?.[1] ?? 'exchange of data';
  const where = existsSync(previous) ? ` The previous data is in ${previous}.` : '';
  return `The interrupted ${what} is finished now.${where}`;
}

/** Completes an interrupted replacement. Returns a message about it, or undefined if there was none. */
export function resumeReplacement(dataDir: string): string | undefined {
  const replacement = readJournal(dataDir);
  if (!replacement) {
    removeTemporaryJournal(dataDir);
    return undefined;
  }
  withExclusiveLock(dataDir, () => applyReplacement(dataDir, replacement));
  return describeFinished(join(dataDir, replacement.previous));
}
