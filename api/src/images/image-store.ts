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

/** Where uploads are in the store. */
export const UPLOADS = `${UPLOADS_FOLDER}/`;

export function hashOfImage(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** The same of a file, a piece at a time: an upload can have thirty megabytes. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('hex').slice(0, 32);
}

/** A picture under the name that it is kept by. */
export type StoredImage = { readonly name: string; readonly bytes: Buffer };

/** The same while it is in a temporary file. */
export type PreparedImage = { readonly name: string; readonly file: string };

type ImageState = 'whole' | 'damaged' | 'missing';

/** How many files are remembered as looked at; more are looked at again. */
const REMEMBERED = 5_000;

/** Tells whether an image is what its name says; each is read once, and again when it changes. */
function createLook(folder: string) {
  const looked = new LRUCache<string, { stamp: string; state: ImageState }>({ max: REMEMBERED });

  return async function look(name: string): Promise<ImageState> {
    const file = await stat(join(folder, name)).catch(undefinedIfMissing);
    if (!file?.isFile()) return 'missing';
    const stamp = `${file.size} ${file.mtimeMs}`;
    const known = looked.get(name);
    if (known?.stamp === stamp) return known.state;
    // One that nothing names may be removed between the two looks at it.
    const hash = await hashOfFile(join(folder, name)).catch(undefinedIfMissing);
    if (!hash) return 'missing';
    const state = hash === hashInName(name) ? 'whole' : 'damaged';
    looked.set(name, { stamp, state });
    return state;
  };
}

async function* namesOfUploads(files: FileStore): AsyncGenerator<string> {
  for await (const { path } of files.list(UPLOADS)) {
    const name = path.slice(UPLOADS.length);
    if (isImageName(name)) yield name;
  }
}

/** The names of all uploads. */
export function listUploads(files: FileStore): Promise<string[]> {
  return Array.fromAsync(namesOfUploads(files));
}

/** Whether there is any: at the first, nobody looks further. */
export async function hasUploads(files: FileStore): Promise<boolean> {
  for await (const _ of namesOfUploads(files)) return true;
  return false;
}

/** Uploaded images, each whole or not there at all. */
export function createImageStore(files: FileStore) {
  const folder = join(files.folder, UPLOADS);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainStorage(error, files.folder);
  }
  const lookHere = createLook(folder);

  async function look(name: string): Promise<ImageState> {
    if (!files.isRemote) return lookHere(name);
    if (!(await files.ensureLocal(UPLOADS + name))) return 'missing';
    const state = await lookHere(name);
    if (state !== 'damaged') return state;
    // A cache that is damaged mends itself.
    await files.ensureLocal(UPLOADS + name, 'refetch');
    return lookHere(name);
  }

  /** That it is in the cache does not say that another instance has not removed it since. */
  const hasSafely = async (name: string) => !files.isRemote && (await look(name)) === 'whole';

  return {
    files,
    folder,

    /** Whether the image is there, and has the bytes that its name was made of. */
    look,

    /** One that is there is kept, unless it is damaged. */
    async save({ name, bytes }: StoredImage): Promise<void> {
      if (!(await hasSafely(name))) await files.put(UPLOADS + name, bytes);
    },

    async saveFile({ name, file }: PreparedImage): Promise<void> {
      if (await hasSafely(name)) return;
      await files.putFile(UPLOADS + name, file);
    },

    /** A file for what comes or is being made, which is removed however it ends. */
    async withTemporary<Result>(use: (file: string) => Promise<Result>): Promise<Result> {
      // Somebody may have removed it while this was running.
      await mkdir(folder, { recursive: true });
      const file = temporaryFileIn(folder);
      try {
        return await use(file);
      } finally {
        await rm(file, { force: true });
      }
    },

    /** The file of an upload by the path that a post names it with, if it can be used. */
    async find(reference: string): Promise<string | undefined> {
      const name = /^\/?uploads\/([^/]+)$/.exec(reference)?.[1] ?? '';
      return isImageName(name) && (await look(name)) === 'whole' ? join(folder, name) : undefined;
    },

    /** Removes what a crash in the middle of an upload left behind. */
    removeLeftovers: () => removeAbandonedFiles(folder),
  };
}

export type ImageStore = ReturnType<typeof createImageStore>;
