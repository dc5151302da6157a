import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import {
  DATABASE_FILE,
  type DatabaseLocation,
  databaseFile,
  describeLocation,
  fileTimestamp,
} from '../database/location.ts';
import { createDataFolder, findUnwritable } from '../database/ownership.ts';
import {
  acquireReplacementLock,
  assertNotInUse,
  DatabaseInUse,
  ProcessLocked,
} from '../database/sqlite/locks.ts';
import {
  isReplacementPending,
  replaceData,
  resumeReplacement,
} from '../database/sqlite/replacement.ts';
import {
  clearEphemeralTables,
  deleteApiTokens,
  forgetVisitors,
  raiseRevision,
  shiftDeletionTimes,
  summarizeDatabase,
} from '../database/sqlite/snapshot.ts';
import { raiseVersionFloor, renumberWorkingCopies } from '../documents/version-numbers.ts';
import { restoreNewsletter } from '../newsletter/restored-newsletter.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { isInUse } from './postgres-content.ts';

/** Earlier versions search for folders with this name, too. */
export const STAGING = 'incoming-';
const UNCHANGED = 'Nothing was changed.';

function inUseMessage(where: string): string {
  return `The blog in ${where} is running, or another program has its database open. Stop it, then try again. ${UNCHANGED}`;
}

function explainSwap(error: unknown, dataDir: string, consequence: string): BackupError {
  if (error instanceof BackupError) return error;
  const why =
    error instanceof DatabaseInUse
      ? inUseMessage(dataDir)
      : `The data in ${dataDir} could not be replaced: ${reasonOf(error)}. ${consequence}`;
  return new BackupError(why, { cause: error });
}

export async function refuseWhileUsed(location: DatabaseLocation): Promise<void> {
  try {
    if (location.databaseUrl === undefined) assertNotInUse(location.dataDir);
    else if (await isInUse(location.databaseUrl)) throw new DatabaseInUse(location.databaseUrl);
  } catch (error) {
    throw error instanceof DatabaseInUse
      ? new BackupError(inUseMessage(describeLocation(location)))
      : error;
  }
}

function refuseUnlessWritable(dataDir: string): void {
  const paths = [dataDir, join(dataDir, UPLOADS_FOLDER), databaseFile(dataDir)];
  const path = findUnwritable(paths);
  if (path !== undefined)
    throw new BackupError(
      `This user has no permission to change ${path}. Run the command as the user that runs the server, or as root. ${UNCHANGED}`,
    );
}

function removeStaging(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(STAGING)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** A restore that was interrupted before the swap leaves its staging folder behind. */
export function removeAbandonedStaging(dataDir: string): void {
  if (!existsSync(dataDir) || isReplacementPending(dataDir)) return;
  if (!readdirSync(dataDir).some((name) => name.startsWith(STAGING))) return;
  let unlock: () => void;
  try {
    unlock = acquireReplacementLock(dataDir);
  } catch (error) {
    if (error instanceof ProcessLocked) return;
    throw error;
  }
  try {
    removeStaging(dataDir);
  } finally {
    unlock();
  }
}

function lockOrExplain(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    refuseUnlessWritable(dataDir);
    return acquireReplacementLock(dataDir);
  } catch (error) {
    if (error instanceof ProcessLocked)
      throw new BackupError(
        `Another restore or rollback of ${dataDir} is in progress. Wait until it has finished. ${UNCHANGED}`,
        { cause: error },
      );
    throw explainSwap(error, dataDir, UNCHANGED);
  }
}

/** Prepares new data in a staging folder, in one process at a time. An interrupted swap is finished first. */
export async function withStaging<Result>(
  location: DatabaseLocation,
  now: Date,
  prepare: (staging: string) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = location;
  const unlock = lockOrExplain(dataDir);
  const staging = join(dataDir, `${STAGING}${fileTimestamp(now)}-${randomUUID().slice(0, 8)}`);
  try {
    // Checked early, because reading the archive may take long.
    await refuseWhileUsed(location);
    resumeReplacement(dataDir);
    removeStaging(dataDir);
    createDataFolder(dataDir, staging);
    return await prepare(staging);
  } catch (error) {
    throw explainSwap(error, dataDir, UNCHANGED);
  } finally {
    if (!isReplacementPending(dataDir)) rmSync(staging, { recursive: true, force: true });
    unlock();
  }
}

/** 0 when the current database cannot be read. */
function currentRevision(dataDir: string): number {
  const file = databaseFile(dataDir);
  try {
    return existsSync(file) ? summarizeDatabase(file).revision : 0;
  } catch {
    return 0;
  }
}

type Reason = 'restore' | 'rollback' | 'move';

export function previousFolderName(dataDir: string, reason: Reason, now: Date): string {
  const name = `before-${reason}-${fileTimestamp(now)}`;
  return existsSync(join(dataDir, name)) ? `${name}-${randomUUID().slice(0, 8)}` : name;
}

export type Prepared = { readonly staging: string; readonly madeAt: Date; readonly now: Date };

/**
 * Ends all sessions, deletes the API tokens, shifts deadlines by the backup's age, raises version numbers so that none is used for two texts,
 * and stops mailings and schedules that would send by themselves.
 */
export function prepareStagedDatabase({ staging, madeAt, now }: Prepared, current: string): void {
  const copy = join(staging, DATABASE_FILE);
  const ageMs = now.getTime() - madeAt.getTime();
  clearEphemeralTables(copy);
  deleteApiTokens(copy);
  shiftDeletionTimes(copy, ageMs);
  raiseVersionFloor(copy, databaseFile(current), ageMs);
  renumberWorkingCopies(copy, databaseFile(current));
  restoreNewsletter(copy, databaseFile(current), now);
}

/** The previous data are kept for as long as the owner wants. */
function forgetPreviousVisitors(dataDir: string): void {
  const file = databaseFile(dataDir);
  try {
    if (existsSync(file)) forgetVisitors(file);
  } catch {
    // It is damaged, and is being replaced.
  }
}

/** Returns the folder with the previous data, if there were any. */
export function swapData(dataDir: string, reason: Reason, prepared: Prepared): string | undefined {
  const { staging, now } = prepared;
  const previous = previousFolderName(dataDir, reason, now);
  // A move loses nothing: the data that it copies still exist.
  if (reason !== 'move') prepareStagedDatabase(prepared, dataDir);
  raiseRevision(join(staging, DATABASE_FILE), currentRevision(dataDir), now);
  forgetPreviousVisitors(dataDir);
  try {
    replaceData(dataDir, { staging: staging.slice(dataDir.length + 1), previous });
  } catch (error) {
    throw explainSwap(
      error,
      dataDir,
      'Nothing is lost: if the replacement had begun, the next start will finish it.',
    );
  }
  return existsSync(join(dataDir, previous)) ? join(dataDir, previous) : undefined;
}
