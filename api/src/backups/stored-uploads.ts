import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hashInName } from '@longhand/contract/image-names';
import type { FileStore } from '../files/file-store.ts';
import { hashOfImage, listUploads, UPLOADS } from '../images/image-store.ts';

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

/** One at a time: those in the cache need not be fetched, if they are what their names say. */
async function openElsewhere(files: FileStore, name: string): Promise<OpenFile | undefined> {
  const cached = await readFile(join(files.folder, UPLOADS, name)).catch(() => undefined);
  const isWhole = cached && hashOfImage(cached) === hashInName(name);
  const bytes = isWhole ? cached : await files.read(UPLOADS + name);
  return bytes && { size: bytes.length, bytes: Readable.from([bytes]) };
}

/** The originals; whatever is made from them is not among them. */
export function uploadsIn(files: FileStore): StoredUploads {
  return {
    list: async () => (await listUploads(files)).toSorted(),
    async open(name) {
      if (files.isRemote) return openElsewhere(files, name);
      try {
        return await openWhole(await open(join(files.folder, UPLOADS, name)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
