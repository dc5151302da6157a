import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isImageName } from '@longhand/contract/image-names';
import { syncPath } from '../durable-files.ts';
import type { ProcessedImage } from './process-image.ts';

const TEMPORARY = '.tmp';
const LEFTOVER_AFTER_MS = 3_600_000;

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes a file so that it is there whole, for good, or not at all. */
export async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(folder, `${randomUUID()}${TEMPORARY}`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncPath(folder);
}

/** Uploaded images in a folder, each whole or not there at all. */
export function createImageStore(dataDir: string) {
  const folder = join(dataDir, 'uploads');
  mkdirSync(folder, { recursive: true });

  return {
    folder,

    async save({ name, bytes }: ProcessedImage): Promise<void> {
      if (!(await exists(join(folder, name)))) await writeWhole(folder, name, bytes);
    },

    /** The file of an upload by the path that a post names it with, if there is one. */
    async find(reference: string): Promise<string | undefined> {
      const name = /^\/?uploads\/([^/]+)$/.exec(reference)?.[1] ?? '';
      const file = join(folder, name);
      return isImageName(name) && (await exists(file)) ? file : undefined;
    },

    /** Removes what a crash in the middle of an upload left behind. */
    async removeLeftovers(): Promise<void> {
      const names = await readdir(folder);
      for (const name of names.filter((each) => each.endsWith(TEMPORARY))) {
        const file = join(folder, name);
        // A younger one may belong to an upload that is under way, here or in another process; one
        // that is gone was finished there, or removed.
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
        if (Date.now() - mtimeMs > LEFTOVER_AFTER_MS) await rm(file, { force: true });
      }
    },
  };
}

export type ImageStore = ReturnType<typeof createImageStore>;
