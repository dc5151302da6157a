import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { DATABASE_FILE } from '../database/location.ts';
import { syncPath } from '../durable-files.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { decryptWith } from './remote/age-format.ts';
import {
  type ArchivedFile,
  type ArchiveOptions,
  anyManifest,
  FORMAT,
  isArchivePath,
  MANIFEST_FILE,
  type Manifest,
  manifest,
  type Progress,
} from './write-archive.ts';

/** A manifest of hundreds of thousands of files is smaller. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

type FileDigest = Omit<ArchivedFile, 'path'>;
type Digests = Map<string, FileDigest>;

class InvalidBackup extends Error {}

/** Thrown when the disk failed, not the archive. */
class UnpackError extends Error {}

async function readManifest({ header, body }: ParsedTarEntry): Promise<Manifest> {
  if (header.size > MAX_MANIFEST_BYTES) throw new InvalidBackup('its manifest is too long');
  const json = JSON.parse(await new Response(body).text());
  const { success, data } = anyManifest.safeParse(json);
  if (success && data.format > FORMAT)
    throw new InvalidBackup(
      `it was made by a newer version of the software (format ${data.format}): upgrade first`,
    );
  const parsed = manifest.safeParse(json);
  if (!parsed.success) throw new InvalidBackup('its manifest is not that of a backup');
  return parsed.data;
}

async function onDisk<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((error) => {
    throw new UnpackError(reasonOf(error), { cause: error });
  });
}

async function hashFile({ body }: ParsedTarEntry, file?: FileHandle): Promise<FileDigest> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.length;
    if (file) await onDisk(file.writeFile(chunk));
  }
  return { size, sha256: hash.digest('hex') };
}

async function unpackFile(entry: ParsedTarEntry, folder: string): Promise<FileDigest> {
  const { name } = entry.header;
  const mode = name === DATABASE_FILE ? 0o600 : undefined;
  await using file = await onDisk(open(join(folder, name), 'wx', mode));
  const digest = await hashFile(entry, file);
  await onDisk(file.sync());
  return digest;
}

function refuseUnlessFile({ header: { name, type } }: ParsedTarEntry, digests: Digests): void {
  // Why so strict: paths out of the folder, links and devices must never be written.
  const shown = JSON.stringify(name.slice(0, 200));
  if (type !== 'file') throw new InvalidBackup(`${shown} in it is a ${type}, not a plain file`);
  if (!isArchivePath(name)) throw new InvalidBackup(`${shown} in it does not belong in a backup`);
  if (digests.has(name)) throw new InvalidBackup(`${shown} is in it twice`);
}

function compareWithManifest({ files }: Manifest, digests: Digests): void {
  const listed = new Set(files.map(({ path }) => path));
  if (!listed.has(DATABASE_FILE)) throw new InvalidBackup('it has no database');
  if (listed.size !== files.length) throw new InvalidBackup('its manifest names a file twice');
  for (const { path, size, sha256 } of files) {
    const file = digests.get(path);
    if (!file) throw new InvalidBackup(`${path} is missing in it`);
    if (file.size !== size || file.sha256 !== sha256)
      throw new InvalidBackup(`${path} in it does not match the manifest`);
  }
  const unlisted = [...digests.keys()].find((path) => !listed.has(path));
  if (unlisted) throw new InvalidBackup(`${unlisted} is not listed in its manifest`);
}

type ReadFile = (entry: ParsedTarEntry) => Promise<FileDigest>;

async function readEntries(
  entries: AsyncIterable<ParsedTarEntry>,
  readFile: ReadFile,
  onProgress: (progress: Progress) => void,
): Promise<Manifest> {
  const digests: Digests = new Map();
  let manifest: Manifest | undefined;
  let bytes = 0;
  for await (const entry of entries) {
    if (manifest) throw new InvalidBackup('something follows its manifest');
    if (entry.header.name === MANIFEST_FILE && entry.header.type === 'file') {
      manifest = await readManifest(entry);
      continue;
    }
    refuseUnlessFile(entry, digests);
    digests.set(entry.header.name, await readFile(entry));
    bytes += entry.header.size;
    onProgress({ files: digests.size, of: digests.size, bytes });
  }
  if (!manifest) throw new InvalidBackup('it has no manifest, and may have been cut off');
  compareWithManifest(manifest, digests);
  return manifest;
}

export type ReadOptions = ArchiveOptions & {
  readonly passphrase?: string | undefined;
};

async function readArchive(
  archive: Readable,
  readFile: ReadFile,
  { onProgress = () => {}, signal, passphrase }: ReadOptions,
): Promise<Manifest> {
  const decoder = createTarDecoder({ strict: true });
  // Why allSettled: no write to the folder may happen after this function has failed.
  const [unpacked, read] = await Promise.allSettled([
    readEntries(decoder.readable as AsyncIterable<ParsedTarEntry>, readFile, onProgress),
    pipeline(archive, decryptWith(passphrase), createGunzip(), Writable.fromWeb(decoder.writable), {
      signal,
    }),
  ]);
  const isOurError = (error: unknown) =>
    error instanceof InvalidBackup || error instanceof UnpackError;
  if (unpacked.status === 'rejected' && isOurError(unpacked.reason)) throw unpacked.reason;
  if (read.status === 'rejected') throw read.reason;
  if (unpacked.status === 'rejected') throw unpacked.reason;
  return unpacked.value;
}

/** With `archive`, that is read, and `file` is only its name. */
export async function unpackBackup(
  file: string,
  folder: string,
  {
    archive = createReadStream(file),
    ...options
  }: ReadOptions & { readonly archive?: Readable } = {},
): Promise<Manifest> {
  const uploads = join(folder, UPLOADS_FOLDER);
  try {
    await mkdir(uploads, { recursive: true });
    const unpacked = await readArchive(archive, (entry) => unpackFile(entry, folder), options);
    for (const path of [uploads, folder, dirname(folder)]) await syncPath(path);
    return unpacked;
  } catch (error) {
    const why =
      error instanceof UnpackError
        ? `could not be unpacked into ${folder}: ${reasonOf(error)}. Is there enough space?`
        : `could not be read as a backup: ${reasonOf(error)}.`;
    throw new BackupError(`${file} ${why} Nothing was changed.`, { cause: error });
  }
}

export function readBack(archive: Readable, options: ReadOptions): Promise<Manifest> {
  return readArchive(archive, (entry) => hashFile(entry), options);
}

/** The message names `file`, the archive's final name. */
export async function verifyBackup(archive: string, file: string, { signal }: ArchiveOptions) {
  try {
    await readBack(createReadStream(archive), { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new BackupError(
      `The backup ${file} was written, but could not be read back: ${reasonOf(error)}. It was removed; the disk may be failing.`,
      { cause: error },
    );
  }
}
