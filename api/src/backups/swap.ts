import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { DATABASE_FILE, databaseFile, fileTimestamp } from '../database/database-file.ts';
import { assertNotInUse, DatabaseInUse } from '../database/exclusive-lock.ts';
import { type DatabaseLocation, describeLocation } from '../database/location.ts';
import { createDataFolder, findUnwritable } from '../database/ownership.ts';
import { isReplacementPending, replaceData, resumeReplacement } from '../database/replacement.ts';
import { acquireReplacementLock, ReplacementLocked } from '../database/replacement-lock.ts';
import {
  clearEphemeralTables,
  raiseRevision,
  shiftDeletionTimes,
  summarizeDatabase,
} from '../database/snapshot.ts';
import { raiseVersionFloor } from '../database/version-floors.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { isInUse } from './postgres-content.ts';

/** As it is on the disk; earlier versions look for it, too. */
const STAGING = 'incoming-';
const UNCHANGED = 'Nothing was changed.';

function sayInUse(where: string): string {
  return `The blog in ${where} is running, or something else has its database open. Stop it, then try again. ${UNCHANGED}`;
}

function explainSwap(error: unknown, dataDir: string, otherwise: string): BackupError {
  if (error instanceof BackupError) return error;
  const why =
    error instanceof DatabaseInUse
      ? sayInUse(dataDir)
      : `The data in ${dataDir} could not be exchanged: ${reasonOf(error)}. ${otherwise}`;
  return new BackupError(why, { cause: error });
}

export async function refuseWhileUsed(place: DatabaseLocation): Promise<void> {
  try {
    if (place.databaseUrl === undefined) assertNotInUse(place.dataDir);
    else if (await isInUse(place.databaseUrl)) throw new DatabaseInUse(place.databaseUrl);
  } catch (error) {
    throw error instanceof DatabaseInUse
      ? new BackupError(sayInUse(describeLocation(place)))
      : error;
  }
}

function refuseUnlessWritable(dataDir: string): void {
  const paths = [dataDir, join(dataDir, UPLOADS_FOLDER), databaseFile(dataDir)];
  const path = findUnwritable(paths);
  if (path !== undefined)
    throw new BackupError(
      `This user may not change ${path}. Run the command as the user that runs the server, or as root. ${UNCHANGED}`,
    );
}

function removeStaging(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(STAGING)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Removes what a restore left behind that was ended before it had begun with the swap. */
export function removeAbandoned(dataDir: string): void {
  if (!existsSync(dataDir) || isReplacementPending(dataDir)) return;
  if (!readdirSync(dataDir).some((name) => name.startsWith(STAGING))) return;
  let giveBack: () => void;
  try {
    giveBack = acquireReplacementLock(dataDir);
  } catch (error) {
    if (error instanceof ReplacementLocked) return;
    throw error;
  }
  try {
    removeStaging(dataDir);
  } finally {
    giveBack();
  }
}

function takeTurnOrExplain(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    refuseUnlessWritable(dataDir);
    return acquireReplacementLock(dataDir);
  } catch (error) {
    if (error instanceof ReplacementLocked)
      throw new BackupError(
        `Another restore or rollback of ${dataDir} is under way. Wait until it is done. ${UNCHANGED}`,
        { cause: error },
      );
    throw explainSwap(error, dataDir, UNCHANGED);
  }
}

/**
 * Lets something be prepared in a new folder beside the present data, by one process at a time. What
 * was interrupted earlier is finished first, or removed where it had not begun.
 */
export async function withStaging<Result>(
  place: DatabaseLocation,
  now: Date,
  prepare: (staging: string) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = place;
  const giveBack = takeTurnOrExplain(dataDir);
  const staging = join(dataDir, `${STAGING}${fileTimestamp(now)}-${randomUUID().slice(0, 8)}`);
  try {
    // Early, so that nobody waits for an archive to be read only to be told to stop the server.
    await refuseWhileUsed(place);
    resumeReplacement(dataDir);
    removeStaging(dataDir);
    createDataFolder(dataDir, staging);
    return await prepare(staging);
  } catch (error) {
    throw explainSwap(error, dataDir, UNCHANGED);
  } finally {
    if (!isReplacementPending(dataDir)) rmSync(staging, { recursive: true, force: true });
    giveBack();
  }
}

/** The revision of the present data; of those that cannot be read, nobody can say. */
function presentRevision(dataDir: string): number {
  const file = databaseFile(dataDir);
  try {
    return existsSync(file) ? summarizeDatabase(file).revision : 0;
  } catch {
    return 0;
  }
}

type Reason = 'restore' | 'rollback' | 'move';

/** A name that nothing has, for the folder of the previous data. */
export function namePrevious(dataDir: string, reason: Reason, now: Date): string {
  const name = `before-${reason}-${fileTimestamp(now)}`;
  return existsSync(join(dataDir, name)) ? `${name}-${randomUUID().slice(0, 8)}` : name;
}

/** What was prepared, and when it was made. */
export type Prepared = { readonly staging: string; readonly madeAt: Date; readonly now: Date };

/**
 * Makes a copy the one to go on with: nobody is logged in, no time has passed since, and no version
 * of a post that the present data have had is given to another text.
 */
export function bringToNow({ staging, madeAt, now }: Prepared, present: string): void {
  const copy = join(staging, DATABASE_FILE);
  const ageMs = now.getTime() - madeAt.getTime();
  clearEphemeralTables(copy);
  shiftDeletionTimes(copy, ageMs);
  raiseVersionFloor(copy, databaseFile(present), ageMs);
}

/**
 * Makes what was prepared and checked the blog's data. Returns the folder that has those which it
 * replaced, if there were any.
 */
export function swapData(dataDir: string, reason: Reason, prepared: Prepared): string | undefined {
  const { staging, now } = prepared;
  const previous = namePrevious(dataDir, reason, now);
  bringToNow(prepared, dataDir);
  raiseRevision(join(staging, DATABASE_FILE), presentRevision(dataDir), now);
  try {
    replaceData(dataDir, { staging: staging.slice(dataDir.length + 1), previous });
  } catch (error) {
    throw explainSwap(
      error,
      dataDir,
      'Nothing is lost: what was begun, if anything, is finished at the next start.',
    );
  }
  return existsSync(join(dataDir, previous)) ? join(dataDir, previous) : undefined;
}
