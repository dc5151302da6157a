import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { DATABASE_FILE } from '../database/database-file.ts';
import { syncPath } from '../durable-files.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import {
  type ArchivedFile,
  anyManifest,
  FORMAT,
  isArchivePath,
  MANIFEST_FILE,
  type Manifest,
  manifest,
} from './manifest.ts';
import type { ArchiveOptions, Progress } from './write-archive.ts';

/** Of some hundred thousand files. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

type Read = Omit<ArchivedFile, 'path'>;
type Found = Map<string, Read>;

/** What the archive is not; the caller says which one, and that nothing was changed. */
class NotABackup extends Error {}

/** The archive may be as good as any: it is the disk that does not take what is in it. */
class NotUnpacked extends Error {}

async function readManifest({ header, body }: ParsedTarEntry): Promise<Manifest> {
  if (header.size > MAX_MANIFEST_BYTES) throw new NotABackup('its manifest is too long');
  const read = JSON.parse(await new Response(body).text());
  const { success, data } = anyManifest.safeParse(read);
  if (success && data.format > FORMAT)
    throw new NotABackup(
      `it was made by a newer version of the software (format ${data.format}): upgrade first`,
    );
  const parsed = manifest.safeParse(read);
  if (!parsed.success) throw new NotABackup('its manifest is not one of a backup');
  return parsed.data;
}

/** A step that only the disk can refuse. */
async function onDisk<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error) => {
    throw new NotUnpacked(reasonOf(error), { cause: error });
  });
}

async function hashFile({ body }: ParsedTarEntry, file?: FileHandle): Promise<Read> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.length;
    if (file) await onDisk(file.writeFile(chunk));
  }
  return { size, sha256: hash.digest('hex') };
}

/** Writes one entry as a new file, and says what was written. */
async function unpackFile(entry: ParsedTarEntry, folder: string): Promise<Read> {
  const { name } = entry.header;
  const mode = name === DATABASE_FILE ? 0o600 : undefined;
  const file = await onDisk(open(join(folder, name), 'wx', mode));
  try {
    const read = await hashFile(entry, file);
    await onDisk(file.sync());
    return read;
  } finally {
    await file.close();
  }
}

function refuseUnlessFile({ header: { name, type } }: ParsedTarEntry, found: Found): void {
  // Every path that leads elsewhere, and whatever else could be written there, ends here.
  const shown = JSON.stringify(name.slice(0, 200));
  if (type !== 'file') throw new NotABackup(`${shown} in it is a ${type}, and no plain file`);
  if (!isArchivePath(name)) throw new NotABackup(`${shown} in it belongs to no backup`);
  if (found.has(name)) throw new NotABackup(`${shown} is in it twice`);
}

function compare({ files }: Manifest, found: Found): void {
  const listed = new Set(files.map(({ path }) => path));
  if (!listed.has(DATABASE_FILE)) throw new NotABackup('it has no database');
  if (listed.size !== files.length) throw new NotABackup('its manifest names a file twice');
  for (const { path, size, sha256 } of files) {
    const file = found.get(path);
    if (!file) throw new NotABackup(`${path} is missing in it`);
    if (file.size !== size || file.sha256 !== sha256)
      throw new NotABackup(`${path} in it is not what the manifest says`);
  }
  const unlisted = [...found.keys()].find((path) => !listed.has(path));
  if (unlisted) throw new NotABackup(`${unlisted} in it is not in its manifest`);
}

type ReadFile = (entry: ParsedTarEntry) => Promise<Read>;

async function readEntries(
  entries: AsyncIterable<ParsedTarEntry>,
  readFile: ReadFile,
  onProgress: (progress: Progress) => void,
): Promise<Manifest> {
  const found: Found = new Map();
  let written: Manifest | undefined;
  let bytes = 0;
  for await (const entry of entries) {
    if (written) throw new NotABackup('something follows its manifest');
    if (entry.header.name === MANIFEST_FILE && entry.header.type === 'file') {
      written = await readManifest(entry);
      continue;
    }
    refuseUnlessFile(entry, found);
    found.set(entry.header.name, await readFile(entry));
    bytes += entry.header.size;
    onProgress({ files: found.size, of: found.size, bytes });
  }
  if (!written) throw new NotABackup('it has no manifest, and may have been cut off');
  compare(written, found);
  return written;
}

async function readArchive(
  file: string,
  readFile: ReadFile,
  { onProgress = () => {}, signal }: ArchiveOptions,
): Promise<Manifest> {
  const decoder = createTarDecoder({ strict: true });
  // Each ends the other when it fails, and only then: nothing may be written to the folder later.
  const [unpacked, read] = await Promise.allSettled([
    readEntries(decoder.readable as AsyncIterable<ParsedTarEntry>, readFile, onProgress),
    pipeline(createReadStream(file), createGunzip(), Writable.fromWeb(decoder.writable), {
      signal,
    }),
  ]);
  const isOwn = (error: unknown) => error instanceof NotABackup || error instanceof NotUnpacked;
  if (unpacked.status === 'rejected' && isOwn(unpacked.reason)) throw unpacked.reason;
  if (read.status === 'rejected') throw read.reason;
  if (unpacked.status === 'rejected') throw unpacked.reason;
  return unpacked.value;
}

/** Unpacks a backup into a folder of its own, and refuses it unless every byte is as it was. */
export async function unpackBackup(
  file: string,
  folder: string,
  options: ArchiveOptions = {},
): Promise<Manifest> {
  const uploads = join(folder, UPLOADS_FOLDER);
  try {
    await mkdir(uploads, { recursive: true });
    const read = await readArchive(file, (entry) => unpackFile(entry, folder), options);
    for (const path of [uploads, folder, dirname(folder)]) await syncPath(path);
    return read;
  } catch (error) {
    const why =
      error instanceof NotUnpacked
        ? `could not be unpacked into ${folder}: ${reasonOf(error)}. Is there room for it?`
        : `could not be read as a backup: ${reasonOf(error)}.`;
    throw new BackupError(`${file} ${why} Nothing was changed.`, { cause: error });
  }
}

/** Reads what was just written as a restore would: `file` is where it is to be. */
export async function verifyBackup(
  archive: string,
  file: string,
  { signal }: ArchiveOptions,
): Promise<void> {
  try {
    await readArchive(archive, (entry) => hashFile(entry), { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new BackupError(
      `The backup ${file} was written, but could not be read back: ${reasonOf(error)}. It was removed; the disk may be failing.`,
      { cause: error },
    );
  }
}
