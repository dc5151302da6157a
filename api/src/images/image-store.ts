import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hashInName, isImageName, UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { LRUCache } from 'lru-cache';
import {
  removeAbandonedFiles,
  temporaryFileIn,
  undefinedIfMissing,
} from '../files/atomic-write.ts';
import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { explainStorage, StorageStartError } from '../storage-failures.ts';

export type OpenFile = { readonly size: number; readonly bytes: AsyncIterable<Uint8Array> };

const CHUNK_BYTES = 256 * 1024;

/** The file can be read once; reading it to the end closes it. */
export async function openFile(handle: FileHandle): Promise<OpenFile> {
  const { size } = await handle.stat();
  return { size, bytes: handle.createReadStream({ highWaterMark: CHUNK_BYTES }) };
}

/** Undefined if the upload was deleted since it was listed. */
export async function openUpload(files: FileStore, name: string): Promise<OpenFile | undefined> {
  const file = join(files.folder, UPLOADS, name);
  if (!files.isRemote)
    return open(file).then(openFile, (error) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  // Why check the hash: the local cache of the object store may be corrupt.
  const cached = await readFile(file).catch(() => undefined);
  const bytes = cached && isIntact(name, cached) ? cached : await files.read(UPLOADS + name);
  return bytes && { size: bytes.length, bytes: Readable.from([bytes]) };
}

/** Fails if the object store is empty while the data folder still has uploads. */
export async function refuseUnmovedUploads(dataDir: string, files: FileStore): Promise<void> {
  if (!files.isRemote) return;
  if (!(await hasUploads(createDiskStore(dataDir))) || (await hasUploads(files))) return;
  throw new StorageStartError(
    `The pictures of this blog are still in ${dataDir}/${UPLOADS_FOLDER}, and the object store is empty. Move them there: npm run move -- --uploads store. Nothing was changed.`,
  );
}

export const UPLOADS = `${UPLOADS_FOLDER}/`;

export function hashOfImage(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** The name of an upload has the hash of its bytes. */
export function isIntact(name: string, bytes: Buffer): boolean {
  return hashOfImage(bytes) === hashInName(name);
}

/** Reads a stream, because an upload can have thirty megabytes. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex').slice(0, 32);
}

export type StoredImage = { readonly name: string; readonly bytes: Buffer };

/** `file` is temporary. */
export type PreparedImage = { readonly name: string; readonly file: string };

type ImageState = 'valid' | 'corrupt' | 'missing';
type CheckImage = (name: string) => Promise<ImageState>;

const MAX_CACHED_CHECKS = 5_000;

/** Reads the file again only if its size or time has changed. */
function createFileCheck(folder: string): CheckImage {
  const checks = new LRUCache<string, { stamp: string; state: ImageState }>({
    max: MAX_CACHED_CHECKS,
  });

  return async (name) => {
    const file = await stat(join(folder, name)).catch(undefinedIfMissing);
    if (!file?.isFile()) return 'missing';
    const stamp = `${file.size} ${file.mtimeMs}`;
    const cached = checks.get(name);
    if (cached?.stamp === stamp) return cached.state;
    // The file may have been removed since `stat`.
    const hash = await hashOfFile(join(folder, name)).catch(undefinedIfMissing);
    if (!hash) return 'missing';
    const state = hash === hashInName(name) ? 'valid' : 'corrupt';
    checks.set(name, { stamp, state });
    return state;
  };
}

async function* namesOfUploads(files: FileStore): AsyncGenerator<string> {
  for await (const { path } of files.list(UPLOADS)) {
    const name = path.slice(UPLOADS.length);
    if (isImageName(name)) yield name;
  }
}

export function listUploads(files: FileStore): Promise<string[]> {
  return Array.fromAsync(namesOfUploads(files));
}

async function hasUploads(files: FileStore): Promise<boolean> {
  for await (const _ of namesOfUploads(files)) return true;
  return false;
}

export function createHasUpload(files: FileStore): (name: string) => Promise<boolean> {
  return async (name) => (await files.find(UPLOADS + name)) !== undefined;
}

/** With an object store, downloads a missing or corrupt cached file first. */
function createCheck(files: FileStore, folder: string): CheckImage {
  const checkFile = createFileCheck(folder);
  if (!files.isRemote) return checkFile;
  return async (name) => {
    if (!(await files.ensureLocal(UPLOADS + name))) return 'missing';
    const state = await checkFile(name);
    if (state !== 'corrupt') return state;
    await files.ensureLocal(UPLOADS + name, 'refetch');
    return checkFile(name);
  };
}

export function createImageStore(files: FileStore) {
  const folder = join(files.folder, UPLOADS);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainStorage(error, files.folder);
  }
  const check = createCheck(files, folder);

  /** A cached file does not count, because another instance may have removed the upload from the store. */
  const isStored = async (name: string) => !files.isRemote && (await check(name)) === 'valid';

  return {
    files,
    folder,

    check,

    async save({ name, bytes }: StoredImage): Promise<void> {
      if (!(await isStored(name))) await files.put(UPLOADS + name, bytes);
    },

    async saveFile({ name, file }: PreparedImage): Promise<void> {
      if (await isStored(name)) return;
      await files.putFile(UPLOADS + name, file);
    },

    /** The file is removed afterwards, also after an error. */
    async withTemporary<Result>(use: (file: string) => Promise<Result>): Promise<Result> {
      // The folder may have been deleted while the server runs.
      await mkdir(folder, { recursive: true });
      const file = temporaryFileIn(folder);
      try {
        return await use(file);
      } finally {
        await rm(file, { force: true });
      }
    },

    /** `reference` is the path in a post. Undefined unless the upload is valid. */
    async find(reference: string): Promise<string | undefined> {
      const name = /^\/?uploads\/([^/]+)$/.exec(reference)?.[1] ?? '';
      return isImageName(name) && (await check(name)) === 'valid' ? join(folder, name) : undefined;
    },

    removeLeftovers: () => removeAbandonedFiles(folder),
  };
}

export type ImageStore = ReturnType<typeof createImageStore>;
