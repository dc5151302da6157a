import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from '../files/file-store.ts';
import { isIntact, UPLOADS } from './image-store.ts';

export type OpenFile = { readonly size: number; readonly bytes: AsyncIterable<Uint8Array> };

const CHUNK_BYTES = 256 * 1024;

/** Can be read once; reading it to the end closes it. */
export async function openFile(handle: FileHandle): Promise<OpenFile> {
  const { size } = await handle.stat();
  return { size, bytes: handle.createReadStream({ highWaterMark: CHUNK_BYTES }) };
}

/** Undefined when the upload was deleted since it was listed. */
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
