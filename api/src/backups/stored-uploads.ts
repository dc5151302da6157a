import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hashInName } from '@longhand/contract/image-names';
import type { FileStore } from '../files/file-store.ts';
import { hashOfImage, UPLOADS } from '../images/image-store.ts';

export type OpenFile = { readonly size: number; readonly bytes: AsyncIterable<Uint8Array> };

const READ_AT_ONCE = 256 * 1024;

/** A file to be read once; reading it to the end closes it. */
export async function openWhole(handle: FileHandle): Promise<OpenFile> {
  const { size } = await handle.stat();
  return { size, bytes: handle.createReadStream({ highWaterMark: READ_AT_ONCE }) };
}

/** Undefined for an upload that is gone since it was listed: nothing refers to it any more. */
export async function openUpload(files: FileStore, name: string): Promise<OpenFile | undefined> {
  const file = join(files.folder, UPLOADS, name);
  if (!files.isRemote)
    return open(file).then(openWhole, (error) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  // What is in the cache need not be fetched, if it is what its name says.
  const cached = await readFile(file).catch(() => undefined);
  const isWhole = cached && hashOfImage(cached) === hashInName(name);
  const bytes = isWhole ? cached : await files.read(UPLOADS + name);
  return bytes && { size: bytes.length, bytes: Readable.from([bytes]) };
}
