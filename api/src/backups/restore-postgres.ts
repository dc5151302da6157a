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
import { isImageName, UPLOADS_FOLDER, VARIANTS_FOLDER } from '@longhand/contract/image-names';
import { redactDatabaseUrl } from '../database/location.ts';
import { chownLikeDataDir, createDataFolder } from '../database/ownership.ts';
import { syncPathNow } from '../durable-files.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { copyContent } from './database-snapshot.ts';
import { copyIntoPostgres, hasBlog } from './postgres-content.ts';
import {
  type Prepared,
  prepareStagedDatabase,
  previousFolderName,
  refuseWhileUsed,
} from './swap.ts';

type Location = { readonly dataDir: string; readonly databaseUrl: string };

const uploadsOf = (folder: string) => join(folder, UPLOADS_FOLDER);

function imagesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(isImageName) : [];
}

/** Hard links work only within one file system. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    syncPathNow(to);
  }
}

function preserveUploads(dataDir: string, previous: string): void {
  const names = imagesIn(uploadsOf(dataDir));
  if (names.length === 0) return;
  mkdirSync(uploadsOf(previous), { mode: 0o700 });
  for (const name of names)
    linkOrCopy(join(uploadsOf(dataDir), name), join(uploadsOf(previous), name));
  syncPathNow(uploadsOf(previous));
}

/** Moves the uploads beside the current ones. Returns their names. */
function addUploads(from: string, dataDir: string): string[] {
  const folder = uploadsOf(dataDir);
  createDataFolder(dataDir, folder);
  chownLikeDataDir(dataDir, uploadsOf(from));
  const names = imagesIn(uploadsOf(from));
  for (const name of names) {
    try {
      renameSync(join(uploadsOf(from), name), join(folder, name));
    } catch {
      // The uploads may be on another disk.
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

/** Also deletes the variants: they are generated again. */
function removeUploadsExcept(dataDir: string, names: readonly string[]): void {
  const restored = new Set(names);
  const folder = uploadsOf(dataDir);
  for (const name of imagesIn(folder)) if (!restored.has(name)) rmSync(join(folder, name));
  rmSync(join(folder, VARIANTS_FOLDER), { recursive: true, force: true });
  rmSync(join(dataDir, 'cache'), { recursive: true, force: true });
}

async function preserveCurrent(
  location: Location,
  previous: string,
  onProgress: () => void,
): Promise<void> {
  createDataFolder(location.dataDir, previous);
  if (await hasBlog(location.databaseUrl)) await copyContent(location, previous, onProgress);
  preserveUploads(location.dataDir, previous);
  syncPathNow(previous);
  chownLikeDataDir(location.dataDir, previous);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not empty.
  }
}

/**
 * Restores in one transaction. New uploads are added before the commit and old ones deleted after it,
 * so that none is missing at any moment; names are content hashes, so they cannot collide.
 */
export async function restoreIntoPostgres(
  location: Location,
  prepared: Prepared,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { dataDir, databaseUrl } = location;
  const { staging, now } = prepared;
  const previous = join(dataDir, previousFolderName(dataDir, 'restore', now));
  const throwIfAborted = () => signal?.throwIfAborted();
  let added: readonly string[] | undefined;
  try {
    await preserveCurrent(location, previous, throwIfAborted);
    prepareStagedDatabase(prepared, previous);
    const beforeCommit = () => {
      added = addUploads(staging, dataDir);
    };
    // Again: the server may have been started meanwhile.
    await refuseWhileUsed(location);
    await copyIntoPostgres(staging, databaseUrl, { now, progress: throwIfAborted, beforeCommit });
  } catch (error) {
    // When the connection is lost during the commit, its outcome is unknown.
    const isUnchanged = added === undefined;
    if (isUnchanged) rmSync(previous, { recursive: true, force: true });
    if (error instanceof BackupError) throw error;
    const state = isUnchanged
      ? 'Nothing was changed.'
      : `It may be incomplete: try again. The previous data is in ${previous}.`;
    throw new BackupError(
      `The backup could not be restored into ${redactDatabaseUrl(databaseUrl)}: ${reasonOf(error)}. ${state}`,
      { cause: error },
    );
  }
  removeUploadsExcept(dataDir, added ?? []);
  removeEmpty(previous);
  return existsSync(previous) ? previous : undefined;
}
