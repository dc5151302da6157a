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
import type { Readable } from 'node:stream';
import { isImageName, UPLOADS_FOLDER, VARIANTS_FOLDER } from '@longhand/contract/media/image-names';
import { DATABASE_FILE, type DatabaseLocation, redactDatabaseUrl } from '../database/location.ts';
import { chownLikeDataDir, createDataFolder } from '../database/ownership.ts';
import { syncPathNow } from '../durable-files.ts';
import type { FileLocation } from '../files/open-store.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { uploadToObjectStore } from './copy-uploads.ts';
import { checkUsable, copyContent } from './database-snapshot.ts';
import { copyIntoPostgres, hasBlog } from './postgres-content.ts';
import { type ReadOptions, unpackBackup } from './read-archive.ts';
import {
  type Prepared,
  prepareStagedDatabase,
  previousFolderName,
  refuseWhileUsed,
  swapData,
  withStaging,
} from './swap.ts';
import type { Manifest } from './write-archive.ts';

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

/** The uploads are moved beside the current ones. Returns their names. */
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

/** Also deletes the variants, which are generated again. */
function removeUploadsExcept(dataDir: string, names: readonly string[]): void {
  const restored = new Set(names);
  const folder = uploadsOf(dataDir);
  for (const name of imagesIn(folder)) if (!restored.has(name)) rmSync(join(folder, name));
  rmSync(join(folder, VARIANTS_FOLDER), { recursive: true, force: true });
  rmSync(join(dataDir, 'cache'), { recursive: true, force: true });
}

async function preserveCurrent(location: Location, previous: string, onProgress: () => void) {
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
    // The folder is not empty.
  }
}

/**
 * Restores in one transaction. New uploads are added before the commit and old ones deleted after it,
 * so that none is missing at any moment; names are content hashes, so they cannot collide.
 */
async function restoreIntoPostgres(
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
    // Checked again, because the server may have been started in the meantime.
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

export type Restored = { readonly manifest: Manifest; readonly previous: string | undefined };

type RestoreOptions = ReadOptions & {
  /** Read instead of the file, which is then only a name. */
  readonly archive?: Readable;
};

export function restoreBackup(
  location: DatabaseLocation & FileLocation,
  file: string,
  options: RestoreOptions = {},
): Promise<Restored> {
  const { dataDir, databaseUrl, s3 } = location;
  const now = new Date();
  return withStaging(location, now, async (staging) => {
    const manifest = await unpackBackup(file, staging, options);
    checkUsable(join(staging, DATABASE_FILE), file);
    // Uploads come before the posts that show them. Extra uploads do no harm.
    await uploadToObjectStore({ dataDir: staging, s3 });
    options.signal?.throwIfAborted();
    const prepared: Prepared = { staging, madeAt: new Date(manifest.created_at), now };
    const previous =
      databaseUrl === undefined
        ? swapData(dataDir, 'restore', prepared)
        : await restoreIntoPostgres({ dataDir, databaseUrl }, prepared, options.signal);
    return { manifest, previous };
  });
}
