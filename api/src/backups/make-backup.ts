import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Writable } from 'node:stream';
import type { Config } from '../config/config.ts';
import {
  backupsFolder,
  type DatabaseLocation,
  databaseFile,
  fileTimestamp,
} from '../database/location.ts';
import { chownLikeDataDir, createDataFolder } from '../database/ownership.ts';
import { isReplacementPending } from '../database/sqlite/replacement.ts';
import { syncPath } from '../durable-files.ts';
import { exists, TEMPORARY_SUFFIX } from '../files/atomic-write.ts';
import { type FileLocation, openFileStore } from '../files/open-store.ts';
import { listUploads } from '../images/image-store.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { takeSnapshot } from './database-snapshot.ts';
import { verifyBackup } from './read-archive.ts';
import { type Archived, type ArchiveOptions, writeArchive } from './write-archive.ts';

export type BackupJob = DatabaseLocation &
  FileLocation & {
    readonly settings: readonly string[];
    readonly siteUrl: string;
  };

export function backupJobOf(config: Config): BackupJob {
  const { dataDir, databaseUrl, s3, settingsSet, site } = config;
  return { dataDir, databaseUrl, s3, settings: settingsSet, siteUrl: site.url };
}

export function backupFileName(now: Date): string {
  return `longhand-${fileTimestamp(now)}.tar.gz`;
}

export function defaultBackupFile(dataDir: string, now: Date): string {
  return join(backupsFolder(dataDir), backupFileName(now));
}

async function refuseIfExists(file: string): Promise<void> {
  if (await exists(file))
    throw new BackupError(`${file} already exists. Choose another name, or move it away.`);
}

async function refuseWithoutBlog({ dataDir, databaseUrl }: DatabaseLocation): Promise<void> {
  if (isReplacementPending(dataDir))
    throw new BackupError(
      `A restore or rollback of ${dataDir} was interrupted. Start the blog, which finishes it, and try again.`,
    );
  if (databaseUrl === undefined && !(await exists(databaseFile(dataDir))))
    throw new BackupError(
      `There is no blog in ${dataDir}. Is DATA_DIR the same as for the running server?`,
    );
}

function temporaryName(prefix: string): string {
  return `${prefix}${randomUUID()}${TEMPORARY_SUFFIX}`;
}

async function sendBackup(
  job: BackupJob,
  into: Writable,
  { temporary, ...options }: ArchiveOptions & { readonly temporary: string },
): Promise<Archived> {
  const now = new Date();
  const { settings, siteUrl, ...location } = job;
  await refuseWithoutBlog(location);
  const uploads = openFileStore(location);
  const uploadsBefore = await listUploads(uploads);
  // The posts are copied before the images: every image that a post shows exists by then, and is not deleted so soon.
  const snapshot = await takeSnapshot(location, siteUrl, { temporary, signal: options.signal });
  return writeArchive({ snapshot, uploads, uploadsBefore, settings, now }, into, options);
}

/** Sends nothing before the snapshot is complete, because that step is the one that may fail. */
export async function streamBackup(
  job: BackupJob,
  into: Writable,
  options: ArchiveOptions = {},
): Promise<Archived> {
  const backups = backupsFolder(job.dataDir);
  await refuseWithoutBlog(job);
  createDataFolder(job.dataDir, backups);
  return sendBackup(job, into, { ...options, temporary: temporaryName(backups + sep) });
}

export type WrittenBackup = Archived & { readonly bytes: number };

/**
 * Atomic and durable: the archive is verified under a temporary name, then renamed. Temporary files
 * are only written beside it.
 */
export async function writeBackup(
  job: BackupJob,
  file: string,
  options: ArchiveOptions = {},
): Promise<WrittenBackup> {
  await refuseWithoutBlog(job);
  await refuseIfExists(file);
  const archive = temporaryName(`${file}.`);
  let output: Writable | undefined;
  try {
    const backups = backupsFolder(job.dataDir);
    const isInDataDir = file.startsWith(backups + sep);
    if (isInDataDir) createDataFolder(job.dataDir, backups);
    output = createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true });
    await once(output, 'open');
    if (isInDataDir) chownLikeDataDir(job.dataDir, archive);
    const temporary = temporaryName(`${file}.`);
    const archived = await sendBackup(job, output, { ...options, temporary });
    await verifyBackup(archive, file, options);
    const { size } = await stat(archive);
    await refuseIfExists(file);
    await rename(archive, file);
    await syncPath(dirname(file));
    return { ...archived, bytes: size };
  } catch (error) {
    output?.destroy();
    await rm(archive, { force: true }).catch(() => {});
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `The backup ${file} could not be written: ${reasonOf(error)}. Does the folder exist, can this user write to it, and is there space?`,
      { cause: error },
    );
  }
}
