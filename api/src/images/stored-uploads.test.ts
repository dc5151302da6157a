import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openS3Store } from '../../../test-support/stores.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { hashOfImage, listUploads, openUpload } from './image-store.ts';

const BYTES = Buffer.from('a picture');
const NAME = `${hashOfImage(BYTES)}-1x1-000.png`;

async function diskStore(): Promise<FileStore> {
  const folder = temporaryFolder();
  return createDiskStore(folder);
}

async function readUpload(files: FileStore, name: string): Promise<string | undefined> {
  const opened = await openUpload(files, name);
  if (!opened) return undefined;
  const bytes = await buffer(opened.bytes);
  expect(bytes.length).toBe(opened.size);
  return bytes.toString();
}

test.each([
  ['on a disk', diskStore],
  ['in an object store', openS3Store],
])('a backup has the originals %s, without their variants', async (_store, open) => {
  const files = await open();
  await files.put(`uploads/${NAME}`, BYTES);
  await files.put(`uploads/narrower/320/${NAME}.webp`, BYTES);
  await files.put('uploads/half.tmp', BYTES);
  expect(await listUploads(files)).toEqual([NAME]);
  expect(await readUpload(files, NAME)).toBe('a picture');
  expect(await readUpload(files, `${'0'.repeat(32)}-1x1-000.png`)).toBeUndefined();
});

test('a backup reads the object store when the cache is empty or corrupt', async () => {
  const files = await openS3Store();
  await files.put(`uploads/${NAME}`, BYTES);
  await writeFile(join(files.folder, 'uploads', NAME), 'damaged');
  expect(await readUpload(files, NAME)).toBe('a picture');
  await rm(join(files.folder, 'uploads'), { recursive: true });
  expect(await listUploads(files)).toEqual([NAME]);
  expect(await readUpload(files, NAME)).toBe('a picture');
});
