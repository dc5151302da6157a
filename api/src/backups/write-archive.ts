import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { hashInName } from '@longhand/contract/image-names';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { DATABASE_FILE } from '../database/database-file.ts';
import type { FileStore } from '../files/file-store.ts';
import { listUploads } from '../images/image-store.ts';
import { SOFTWARE_VERSION } from '../software-version.ts';
import { BackupError } from './backup-error.ts';
import type { Snapshot } from './database-snapshot.ts';
import { type ArchivedFile, FORMAT, MANIFEST_FILE, type Manifest, uploadPath } from './manifest.ts';
import { type OpenFile, openUpload } from './stored-uploads.ts';

export type Progress = { readonly files: number; readonly of: number; readonly bytes: number };

type ArchiveContent = {
  readonly snapshot: Snapshot;
  readonly uploads: FileStore;
  /** The names of the uploads before the snapshot was taken. */
  readonly earlier: readonly string[];
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

/** What a backup lacks although the posts show it. What has just gone away is no fault of the blog. */
function findLacking(
  { snapshot, earlier }: ArchiveContent,
  files: readonly ArchivedFile[],
  listed: readonly string[],
): string[] {
  const archived = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const wasThere = new Set([...earlier, ...listed]);
  const warnings: string[] = [];
  for (const [name, where] of snapshot.named) {
    const path = uploadPath(name);
    const hash = archived.get(path);
    if (hash === undefined && wasThere.has(name))
      throw new BackupError(
        `${path}, which ${where} shows, went away while the backup was made. Were other data put in its place? Try again.`,
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
  /** What is not in it as it should be, because it was not so before. */
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
  const warnings = findLacking(content, files, names);
  const manifest: Manifest = {
    software: 'longhand',
    format: FORMAT,
    version: SOFTWARE_VERSION,
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

async function* through(gzip: Gzip, chunks: Chunks): Chunks {
  const fed = pipeline(chunks, gzip);
  fed.catch(() => {});
  yield* gzip;
  await fed;
}

/**
 * Packs the first bytes, which are the posts, and only wraps the others: pictures do not get
 * smaller, and trying takes ten times as long. Two such parts in a row are one file to every tool,
 * and anywhere near is the right place for the second to begin.
 */
function packFirst(bytes: number) {
  return async function* pack(all: Chunks): Chunks {
    const chunks = all[Symbol.asyncIterator]();
    let passed = 0;
    async function* next(end: number): Chunks {
      while (passed < end) {
        const { done, value } = await chunks.next();
        if (done) return;
        passed += value.length;
        yield value;
      }
    }
    yield* through(createGzip(), next(bytes));
    yield* through(createGzip({ level: constants.Z_NO_COMPRESSION }), next(Infinity));
  };
}

export type ArchiveOptions = {
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Sends everything as one archive, never holding more of it than a few pieces. */
export async function writeArchive(
  content: ArchiveContent,
  into: Writable,
  { onProgress = () => {}, signal }: ArchiveOptions = {},
): Promise<Archived> {
  const { readable, controller } = createTarPacker();
  const sent = pipeline(
    Readable.fromWeb(readable as ReadableStream),
    packFirst(content.snapshot.file.size),
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
  // Whichever fails ends the other; its own reason is the one to tell.
  const [archived] = await Promise.all([added, sent]);
  return archived;
}
