import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { backupsFolder, databaseFile, timeInName } from '../database/database-file.ts';
import { isReplacing } from '../database/replacement.ts';
import { syncPath } from '../durable-files.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { TEMPORARY, takeSnapshot } from './database-snapshot.ts';
import type { Manifest } from './manifest.ts';
import { uploadsInFolder } from './stored-uploads.ts';
import { type Progress, writeArchive } from './write-archive.ts';

/** Of what a backup is to be made. */
export type BackupOrder = { readonly dataDir: string; readonly settings: readonly string[] };

type OnProgress = (progress: Progress) => void;

/** The name of a backup that was given none. */
export function nameOfBackup(now: Date): string {
  return `longhand-${timeInName(now)}.tar.gz`;
}

export function placeOfBackup(dataDir: string, now: Date): string {
  return join(backupsFolder(dataDir), nameOfBackup(now));
}

function isThere(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
}

async function refuseIfThere(file: string): Promise<void> {
  if (await isThere(file))
    throw new BackupError(`${file} is there already. Choose another name, or move it away.`);
}

async function refuseUnlessWhole(dataDir: string): Promise<void> {
  if (isReplacing(dataDir))
    throw new BackupError(
      `Putting other data into ${dataDir} was interrupted. Start the blog, which finishes it, and try again.`,
    );
  if (!(await isThere(databaseFile(dataDir))))
    throw new BackupError(`There is no blog in ${dataDir}. Is DATA_DIR set as where it runs?`);
}

/** Nothing is sent before the snapshot is there, which is what can fail. */
export async function streamBackup(
  { dataDir, settings }: BackupOrder,
  into: Writable,
  onProgress?: OnProgress,
): Promise<Manifest> {
  const now = new Date();
  await refuseUnlessWhole(dataDir);
  // First the posts, then the images: those that they name are there already, and stay.
  const snapshot = await takeSnapshot(dataDir);
  const uploads = uploadsInFolder(dataDir);
  return writeArchive({ snapshot, uploads, settings, now }, into, onProgress);
}

export type WrittenBackup = { readonly manifest: Manifest; readonly bytes: number };

/** A backup as a file that is there whole, for good, or not at all. */
export async function writeBackup(
  order: BackupOrder,
  file: string,
  onProgress?: OnProgress,
): Promise<WrittenBackup> {
  await refuseUnlessWhole(order.dataDir);
  await refuseIfThere(file);
  const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
  let output: Writable | undefined;
  try {
    await mkdir(backupsFolder(order.dataDir), { recursive: true, mode: 0o700 });
    output = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    await once(output, 'open');
    const manifest = await streamBackup(order, output, onProgress);
    const { size } = await stat(temporary);
    await refuseIfThere(file);
    await rename(temporary, file);
    await syncPath(dirname(file));
    return { manifest, bytes: size };
  } catch (error) {
    output?.destroy();
    await rm(temporary, { force: true }).catch(() => {});
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The backup ${file} could not be written: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}
