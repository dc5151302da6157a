import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isImageName } from '@longhand/contract/image-names';

/** The images of a blog, wherever they are kept. */
export type StoredUploads = {
  list(): Promise<string[]>;
  /** Undefined for one that is gone since it was listed: nothing refers to it any more. */
  open(name: string): Promise<OpenFile | undefined>;
};

export type OpenFile = { readonly size: number; readonly bytes: AsyncIterable<Uint8Array> };

const READ_AT_ONCE = 256 * 1024;

/** A file to be read once; reading it to the end closes it. */
export async function openWhole(handle: FileHandle): Promise<OpenFile> {
  const { size } = await handle.stat();
  return { size, bytes: handle.createReadStream({ highWaterMark: READ_AT_ONCE }) };
}

/** The originals in the data folder; whatever is made from them is not among them. */
export function uploadsInFolder(dataDir: string): StoredUploads {
  const folder = join(dataDir, 'uploads');
  return {
    async list() {
      const names = await readdir(folder).catch((error) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return names.filter(isImageName).toSorted();
    },
    async open(name) {
      try {
        return await openWhole(await open(join(folder, name)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
