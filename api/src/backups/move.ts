import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { imageNamesIn } from '@longhand/contract/media/image-names';
import {
  DATABASE_FILE,
  type DatabaseLocation,
  databaseFile,
  describeLocation,
} from '../database/location.ts';
import { connectDatabase, DatabaseStartError } from '../database/open.ts';
import { openExistingDatabaseReadOnly } from '../database/open-existing.ts';
import { isUninitialized, openDatabaseReadOnly } from '../database/read-only.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { type FileLocation, openFileStore } from '../files/open-store.ts';
import { listUploads } from '../images/image-store.ts';
import { createUploadReferences } from '../posts/uploads/upload-references.ts';
import { explainStorage, StorageStartError } from '../storage-failures.ts';
import { BackupError } from './backup-error.ts';
import { compareRows, countRows, listTables, type RowProgress, RowsDiffer } from './copy-rows.ts';
import { copyUploads, type UploadCopyResult } from './copy-uploads.ts';
import { checkUsable, copyContent } from './database-snapshot.ts';
import { copyIntoPostgres } from './postgres-content.ts';
import { refuseWhileUsed, swapData, withStaging } from './swap.ts';

export type BlogLocation = DatabaseLocation & FileLocation;

export type Moved = {
  readonly posts: number;
  /** Undefined when only the uploads moved. */
  readonly rows: number | undefined;
  /** `missing` uploads are in a text, but not at the source. */
  readonly uploads: UploadCopyResult & { readonly missing: readonly string[] };
};

type Locations = { readonly from: BlogLocation; readonly to: BlogLocation };

/** A server that was only started, perhaps with a login or a backup, has written to no other tables. */
const WRITTEN_BY_START: readonly string[] = ['settings', 'events'];

async function hasContent(db: Database): Promise<boolean> {
  if (await isUninitialized(db)) return false;
  for (const { name } of await listTables(db))
    if (!WRITTEN_BY_START.includes(name) && (await countRows(db, name)) > 0) return true;
  return false;
}

async function refuseIfNotEmpty(location: BlogLocation): Promise<void> {
  if (location.databaseUrl === undefined && !existsSync(databaseFile(location.dataDir))) return;
  if (await useAndClose(openDatabaseReadOnly(location), hasContent))
    throw new BackupError(
      `There is already a blog in ${describeLocation(location)}. Name an empty database or folder: nothing is overwritten.`,
    );
}

function isSameStore({ from, to }: Locations): boolean {
  return from.s3 === to.s3 && (to.s3 !== undefined || from.dataDir === to.dataDir);
}

async function moveUploads(
  db: Database,
  from: FileStore,
  to: FileStore,
  progress: RowProgress,
): Promise<Moved['uploads']> {
  await to.prepare();
  const copied = await copyUploads(from, to, (done, total) => progress('images', done, total));
  const referenced = new Set<string>();
  for await (const texts of createUploadReferences(db).readTexts())
    for (const { text } of texts) for (const name of imageNamesIn(text)) referenced.add(name);
  const missing = referenced.difference(new Set(await listUploads(from)));
  return { ...copied, missing: [...missing] };
}

async function refuseIfChanged(source: Database, copy: Database, name: string): Promise<number> {
  return compareRows(source, copy).catch((error) => {
    if (!(error instanceof RowsDiffer)) throw error;
    throw new BackupError(
      `The blog in ${name} was changed while it was moved. Stop it, and run the same command again.`,
      { cause: error },
    );
  });
}

async function stage(locations: Locations, staging: string, progress: RowProgress): Promise<Moved> {
  const { from, to } = locations;
  const isStaged = to.databaseUrl === undefined && !to.s3 && !isSameStore(locations);
  const store = isStaged ? createDiskStore(staging) : openFileStore(to);
  return useAndClose(await openExistingDatabaseReadOnly(from), async (source) => {
    await copyContent(from, staging, progress);
    checkUsable(join(staging, DATABASE_FILE), describeLocation(from));
    const uploads = await moveUploads(source, openFileStore(from), store, progress);
    const rows = await useAndClose(connectDatabase({ dataDir: staging }), (copy) =>
      refuseIfChanged(source, copy, describeLocation(from)),
    );
    return { posts: await countRows(source, 'posts'), rows, uploads };
  });
}

/** Errors name --to, because the target is not in DATABASE_URL. */
async function explainTarget<Result>(
  step: Promise<Result>,
  { dataDir }: BlogLocation,
): Promise<Result> {
  return step.catch((error) => {
    const explained = explainStorage(error, dataDir);
    const isExplained = [BackupError, DatabaseStartError, StorageStartError].some(
      (kind) => explained instanceof kind,
    );
    if (!isExplained || !(explained instanceof Error)) throw error;
    throw new BackupError(explained.message.replaceAll('DATABASE_URL', '--to'), { cause: error });
  });
}

async function moveAll(locations: Locations, progress: RowProgress): Promise<Moved> {
  const { from, to } = locations;
  const now = new Date();
  await explainTarget(refuseWhileUsed(to), to);
  return withStaging(to, now, async (staging) => {
    await explainTarget(refuseIfNotEmpty(to), to);
    const moved = await stage(locations, staging, progress);
    // Checked again, because the server may have been started in the meantime.
    await refuseWhileUsed(from);
    if (to.databaseUrl === undefined) swapData(to.dataDir, 'move', { staging, madeAt: now, now });
    else await explainTarget(copyIntoPostgres(staging, to.databaseUrl, { now, progress }), to);
    return moved;
  });
}

async function moveOnlyUploads({ from, to }: Locations, progress: RowProgress): Promise<Moved> {
  const moved = await useAndClose(await openExistingDatabaseReadOnly(from), async (db) => ({
    posts: await countRows(db, 'posts'),
    rows: undefined,
    uploads: await moveUploads(db, openFileStore(from), openFileStore(to), progress),
  }));
  await refuseWhileUsed(from);
  return moved;
}

/** Copies a blog, or only its uploads. The source is only read, and the target changes at the very end. */
export async function moveBlog(
  from: BlogLocation,
  to: BlogLocation,
  progress: RowProgress = () => {},
): Promise<Moved> {
  const locations = { from, to };
  const isSameDatabase = describeLocation(from) === describeLocation(to);
  if (isSameDatabase && isSameStore(locations))
    throw new BackupError(`The blog is already in ${describeLocation(to)}.`);
  // This fails when there is no blog, before anything is created at the target.
  await (await openExistingDatabaseReadOnly(from)).destroy();
  await refuseWhileUsed(from);
  return isSameDatabase ? moveOnlyUploads(locations, progress) : moveAll(locations, progress);
}
