import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { isImageName, UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { redactDatabaseUrl } from '../database/location.ts';
import { chownLikeDataDir, createDataFolder } from '../database/ownership.ts';
import { syncPathNow } from '../durable-files.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { copyContent } from './database-snapshot.ts';
import { copyIntoPostgres, hasBlog } from './postgres-content.ts';
import { bringToNow, namePrevious, type Prepared, refuseWhileUsed } from './swap.ts';

type Place = { readonly dataDir: string; readonly databaseUrl: string };

const uploadsOf = (folder: string) => join(folder, UPLOADS_FOLDER);

function imagesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(isImageName) : [];
}

/** The same file under another name; a copy where that cannot be, as on another disk. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    syncPathNow(to);
  }
}

/** Keeps the uploads also elsewhere. */
function keepUploads(dataDir: string, previous: string): void {
  const names = imagesIn(uploadsOf(dataDir));
  if (names.length === 0) return;
  mkdirSync(uploadsOf(previous), { mode: 0o700 });
  for (const name of names)
    linkOrCopy(join(uploadsOf(dataDir), name), join(uploadsOf(previous), name));
  syncPathNow(uploadsOf(previous));
}

/** Puts other uploads beside the present; one of the same name takes its place. Returns their names. */
function addUploads(from: string, dataDir: string): string[] {
  const folder = uploadsOf(dataDir);
  createDataFolder(dataDir, folder);
  chownLikeDataDir(dataDir, uploadsOf(from));
  const names = imagesIn(uploadsOf(from));
  for (const name of names) {
    try {
      renameSync(join(uploadsOf(from), name), join(folder, name));
    } catch {
      // The uploads are a disk of their own.
      const temporary = join(folder, `${name}.tmp`);
      copyFileSync(join(uploadsOf(from), name), temporary);
      chownLikeDataDir(dataDir, temporary);
      syncPathNow(temporary);
      renameSync(temporary, join(folder, name));
    }
  }
  syncPathNow(folder);
  return names;
}

/** Leaves only these, and nothing that was made from any: that is made again. */
function removeUploadsExcept(dataDir: string, names: readonly string[]): void {
  const kept = new Set(names);
  const folder = uploadsOf(dataDir);
  for (const name of imagesIn(folder)) if (!kept.has(name)) rmSync(join(folder, name));
  rmSync(join(folder, 'narrower'), { recursive: true, force: true });
  rmSync(join(dataDir, 'cache'), { recursive: true, force: true });
}

/** The present blog, in the form of a folder of data. */
async function keepPresent(place: Place, previous: string, onProgress: () => void): Promise<void> {
  createDataFolder(place.dataDir, previous);
  if (await hasBlog(place.databaseUrl)) await copyContent(place, previous, onProgress);
  keepUploads(place.dataDir, previous);
  syncPathNow(previous);
  chownLikeDataDir(place.dataDir, previous);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // There is something in it.
  }
}

/**
 * Makes what was prepared the blog at an address, in one transaction. Uploads are named by their
 * content, so those of both can be there at once: the new ones come before it ends and the others go
 * after, and at no moment is one missing that a post shows.
 */
export async function restoreIntoPostgres(
  place: Place,
  prepared: Prepared,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { dataDir, databaseUrl } = place;
  const { staging, now } = prepared;
  const previous = join(dataDir, namePrevious(dataDir, 'restore', now));
  const throwIfAborted = () => signal?.throwIfAborted();
  let added: readonly string[] | undefined;
  try {
    await keepPresent(place, previous, throwIfAborted);
    bringToNow(prepared, previous);
    const beforeEnd = () => {
      added = addUploads(staging, dataDir);
    };
    // All this took its time, in which somebody may have started it.
    await refuseWhileUsed(place);
    await copyIntoPostgres(staging, databaseUrl, { now, progress: throwIfAborted, beforeEnd });
  } catch (error) {
    // A connection that is lost at the very end leaves open whether it was in time.
    const isKnown = added === undefined;
    if (isKnown) rmSync(previous, { recursive: true, force: true });
    if (error instanceof BackupError) throw error;
    const state = isKnown
      ? 'Nothing was changed.'
      : `Whether all of it is there cannot be said: try again. What was there before is in ${previous}.`;
    throw new BackupError(
      `The backup could not be brought into ${redactDatabaseUrl(databaseUrl)}: ${reasonOf(error)}. ${state}`,
      { cause: error },
    );
  }
  removeUploadsExcept(dataDir, added ?? []);
  removeEmpty(previous);
  return existsSync(previous) ? previous : undefined;
}
