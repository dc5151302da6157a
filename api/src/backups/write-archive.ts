import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { hashInName, isImageName, UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { z } from 'zod';
import { DATABASE_FILE } from '../database/location.ts';
import type { FileStore } from '../files/file-store.ts';
import { listUploads, type OpenFile, openUpload } from '../images/image-store.ts';
import { SOFTWARE_COMMIT, SOFTWARE_VERSION } from '../software-version.ts';
import { BackupError } from './backup-error.ts';
import type { Snapshot } from './database-snapshot.ts';

/** Raised only when older versions can no longer read the archives. */
export const FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';
const UPLOADS = `${UPLOADS_FOLDER}/`;

function uploadPath(name: string): string {
  return UPLOADS + name;
}

/** An allowlist, so that no path can leave the folder it is unpacked into. */
export function isArchivePath(path: string): boolean {
  if (path === DATABASE_FILE) return true;
  return path.startsWith(UPLOADS) && isImageName(path.slice(UPLOADS.length));
}

const archivedFile = z.object({
  path: z.string().refine(isArchivePath),
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The manifest is the last entry, so that a truncated archive has none. */
export const manifest = z.object({
  software: z.literal('longhand'),
  format: z.literal(FORMAT),
  version: z.string(),
  /** Missing in archives of earlier versions. */
  commit: z.string().nullish(),
  created_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  posts: z.int().nonnegative(),
  /** The names of the environment variables that were set, never their values. */
  settings: z.array(z.string()),
  files: z.array(archivedFile),
});

/** The manifests of all formats have these fields. */
export const anyManifest = z.object({ software: z.literal('longhand'), format: z.int() });

export type Manifest = z.infer<typeof manifest>;
export type ArchivedFile = z.infer<typeof archivedFile>;

export type Progress = { readonly files: number; readonly of: number; readonly bytes: number };

type ArchiveContent = {
  readonly snapshot: Snapshot;
  readonly uploads: FileStore;
  readonly uploadsBefore: readonly string[];
  readonly settings: readonly string[];
  readonly now: Date;
};

async function addFile(
  tar: TarPackController,
  path: string,
  file: OpenFile,
  mtime: Date,
): Promise<ArchivedFile> {
  const hash = createHash('sha256');
  const entry = tar.add({ name: path, size: file.size, mtime, mode: 0o600 }).getWriter();
  for await (const chunk of file.bytes) {
    hash.update(chunk);
    await entry.write(chunk);
  }
  await entry.close();
  return { path, size: file.size, sha256: hash.digest('hex') };
}

const WARNINGS_SHOWN = 10;

/** Throws for an upload that existed just now, because a second attempt may include it. */
function findMissingUploads(
  { snapshot, uploadsBefore }: ArchiveContent,
  files: readonly ArchivedFile[],
  listed: readonly string[],
): string[] {
  const archived = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const existed = new Set([...uploadsBefore, ...listed]);
  const warnings: string[] = [];
  for (const [name, where] of snapshot.shownUploads) {
    const path = uploadPath(name);
    const hash = archived.get(path);
    if (hash === undefined && existed.has(name))
      throw new BackupError(
        `${path}, which ${where} shows, disappeared while the backup was made. Was the data replaced meanwhile? Try again.`,
      );
    if (hash === undefined) warnings.push(`${path}, which ${where} shows, is missing.`);
    else if (!hash.startsWith(hashInName(name)))
      warnings.push(`${path}, which ${where} shows, is damaged.`);
  }
  const more = warnings.length - WARNINGS_SHOWN;
  return more > 0 ? [...warnings.slice(0, WARNINGS_SHOWN), `And ${more} more.`] : warnings;
}

export type Archived = {
  readonly manifest: Manifest;
  /** Names uploads that posts show, and that are missing or corrupt in the blog itself. */
  readonly warnings: readonly string[];
};

async function addContent(
  tar: TarPackController,
  content: ArchiveContent,
  onProgress: (progress: Progress) => void,
): Promise<Archived> {
  const { snapshot, uploads, settings, now } = content;
  const names = (await listUploads(uploads)).toSorted();
  const files: ArchivedFile[] = [];
  let bytes = 0;
  const add = async (path: string, file: OpenFile) => {
    files.push(await addFile(tar, path, file, now));
    bytes += file.size;
    onProgress({ files: files.length, of: names.length + 1, bytes });
  };

  await add(DATABASE_FILE, snapshot.file);
  for (const name of names) {
    const upload = await openUpload(uploads, name);
    if (upload) await add(uploadPath(name), upload);
  }
  const warnings = findMissingUploads(content, files, names);
  const manifest: Manifest = {
    software: 'longhand',
    format: FORMAT,
    version: SOFTWARE_VERSION,
    commit: SOFTWARE_COMMIT,
    created_at: now.toISOString(),
    migrations: [...snapshot.facts.migrations],
    posts: snapshot.facts.posts,
    settings: [...settings],
    files,
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await addFile(tar, MANIFEST_FILE, { size: text.length, bytes: Readable.from([text]) }, now);
  return { manifest, warnings };
}

type Chunks = AsyncIterable<Uint8Array>;

async function* gzipChunks(gzip: Gzip, chunks: Chunks): Chunks {
  const written = pipeline(chunks, gzip);
  written.catch(() => {});
  yield* gzip;
  await written;
}

/**
 * Compresses about the first bytes, which are the database, and stores the rest: compressing pictures takes ten times
 * as long and saves nothing. Two gzip members in a row are one valid gzip file.
 */
function compressFirst(bytes: number) {
  return async function* pack(input: Chunks): Chunks {
    const chunks = input[Symbol.asyncIterator]();
    let position = 0;
    async function* readUntil(end: number): Chunks {
      while (position < end) {
        const { done, value } = await chunks.next();
        if (done) return;
        position += value.length;
        yield value;
      }
    }
    yield* gzipChunks(createGzip(), readUntil(bytes));
    yield* gzipChunks(createGzip({ level: constants.Z_NO_COMPRESSION }), readUntil(Infinity));
  };
}

export type ArchiveOptions = {
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Streams, so that memory does not grow with the archive. */
export async function writeArchive(
  content: ArchiveContent,
  into: Writable,
  { onProgress = () => {}, signal }: ArchiveOptions = {},
): Promise<Archived> {
  const { readable, controller } = createTarPacker();
  const sent = pipeline(
    Readable.fromWeb(readable as ReadableStream),
    compressFirst(content.snapshot.file.size),
    into,
    { signal },
  );
  const added = addContent(controller, content, onProgress).then(
    (archived) => {
      controller.finalize();
      return archived;
    },
    (error) => {
      controller.error(error);
      throw error;
    },
  );
  // Whichever fails ends the other, and Promise.all rejects with the first error.
  const [archived] = await Promise.all([added, sent]);
  return archived;
}
