import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashInName, isImageName, UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { LRUCache } from 'lru-cache';
import {
  removeAbandonedFiles,
  temporaryFileIn,
  undefinedIfMissing,
} from '../files/atomic-write.ts';
import type { FileStore } from '../files/file-store.ts';
import { explainStorage } from '../storage-failures.ts';

export const UPLOADS = `${UPLOADS_FOLDER}/`;

export function hashOfImage(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Whether the bytes are those that the hash in the name is of. */
export function isIntact(name: string, bytes: Buffer): boolean {
  return hashOfImage(bytes) === hashInName(name);
}

/** Streamed: an upload can have thirty megabytes. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex').slice(0, 32);
}

export type StoredImage = { readonly name: string; readonly bytes: Buffer };

/** In a temporary file. */
export type PreparedImage = { readonly name: string; readonly file: string };

type ImageState = 'valid' | 'corrupt' | 'missing';
type CheckImage = (name: string) => Promise<ImageState>;

const MAX_CACHED_CHECKS = 5_000;

/** Compares a file with the hash in its name; reads it again only if its size or time changes. */
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
    // It may have been removed since `stat`.
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

export async function hasUploads(files: FileStore): Promise<boolean> {
  for await (const _ of namesOfUploads(files)) return true;
  return false;
}

/** By its name, intact or not. */
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

  /** Why not with a remote store: another instance may have removed what is cached here. */
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

    /** The file of a valid upload, by the path in a post. */
    async find(reference: string): Promise<string | undefined> {
      const name = /^\/?uploads\/([^/]+)$/.exec(reference)?.[1] ?? '';
      return isImageName(name) && (await check(name)) === 'valid' ? join(folder, name) : undefined;
    },

    /** Removes temporary files that a crash left behind. */
    removeLeftovers: () => removeAbandonedFiles(folder),
  };
}

export type ImageStore = ReturnType<typeof createImageStore>;
