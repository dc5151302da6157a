import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, createWriteStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Writable } from 'node:stream';
import type { Config } from '../config.ts';
import { backupsFolder, databaseFile, fileTimestamp } from '../database/database-file.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { chownLikeDataDir, createDataFolder } from '../database/ownership.ts';
import { isReplacementPending } from '../database/replacement.ts';
import { syncPath } from '../durable-files.ts';
import { TEMPORARY_SUFFIX } from '../files/atomic-write.ts';
import { type FileLocation, openFileStore } from '../files/open-store.ts';
import { listUploads } from '../images/image-store.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { takeSnapshot } from './database-snapshot.ts';
import { verifyBackup } from './read-archive.ts';
import { type Archived, type ArchiveOptions, writeArchive } from './write-archive.ts';

/** Of what a backup is to be made. */
export type BackupJob = DatabaseLocation &
  FileLocation & {
    readonly settings: readonly string[];
    readonly siteUrl: string;
  };

export function backupJobOf(config: Config): BackupJob {
  const { dataDir, databaseUrl, s3, settingsSet, site } = config;
  return { dataDir, databaseUrl, s3, settings: settingsSet, siteUrl: site.url };
}

/** The name of a backup that was given none. */
export function nameOfBackup(now: Date): string {
  return `longhand-${fileTimestamp(now)}.tar.gz`;
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

async function refuseUnlessWhole({ dataDir, databaseUrl }: DatabaseLocation): Promise<void> {
  if (isReplacementPending(dataDir))
    throw new BackupError(
      `Putting other data into ${dataDir} was interrupted. Start the blog, which finishes it, and try again.`,
    );
  if (databaseUrl === undefined && !(await isThere(databaseFile(dataDir))))
    throw new BackupError(`There is no blog in ${dataDir}. Is DATA_DIR set as where it runs?`);
}

/** A name that nothing has, beside a file or in a folder. */
function temporaryName(beginning: string): string {
  return `${beginning}${randomUUID()}${TEMPORARY_SUFFIX}`;
}

/** `temporary` is where the database is copied to meanwhile. */
async function sendBackup(
  job: BackupJob,
  into: Writable,
  { temporary, ...options }: ArchiveOptions & { readonly temporary: string },
): Promise<Archived> {
  const now = new Date();
  const { settings, siteUrl, ...place } = job;
  await refuseUnlessWhole(place);
  const uploads = openFileStore(place);
  const earlier = await listUploads(uploads);
  // First the posts, then the images: those that they name are there already, and stay.
  const snapshot = await takeSnapshot(place, siteUrl, { temporary, signal: options.signal });
  return writeArchive({ snapshot, uploads, earlier, settings, now }, into, options);
}

/** Nothing is sent before the snapshot is there, which is what can fail. */
export async function streamBackup(
  job: BackupJob,
  into: Writable,
  options: ArchiveOptions = {},
): Promise<Archived> {
  const backups = backupsFolder(job.dataDir);
  await refuseUnlessWhole(job);
  createDataFolder(job.dataDir, backups);
  return sendBackup(job, into, { ...options, temporary: temporaryName(backups + sep) });
}

export type WrittenBackup = Archived & { readonly bytes: number };

/**
 * A backup as a file that is there whole, for good, or not at all: every byte is read back before it
 * gets its name. All that is written meanwhile is beside it, and nothing anywhere else.
 */
export async function writeBackup(
  job: BackupJob,
  file: string,
  options: ArchiveOptions = {},
): Promise<WrittenBackup> {
  await refuseUnlessWhole(job);
  await refuseIfThere(file);
  const archive = temporaryName(`${file}.`);
  let output: Writable | undefined;
  try {
    const backups = backupsFolder(job.dataDir);
    const isOurs = file.startsWith(backups + sep);
    if (isOurs) createDataFolder(job.dataDir, backups);
    output = createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true });
    await once(output, 'open');
    if (isOurs) chownLikeDataDir(job.dataDir, archive);
    const temporary = temporaryName(`${file}.`);
    const archived = await sendBackup(job, output, { ...options, temporary });
    await verifyBackup(archive, file, options);
    const { size } = await stat(archive);
    await refuseIfThere(file);
    await rename(archive, file);
    await syncPath(dirname(file));
    return { ...archived, bytes: size };
  } catch (error) {
    output?.destroy();
    await rm(archive, { force: true }).catch(() => {});
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The backup ${file} could not be written: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}
