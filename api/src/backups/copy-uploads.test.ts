import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBucket, openS3Store } from '../../../test-support/stores.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { readConfig } from '../config/config.ts';
import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFileStore } from '../files/open-store.ts';
import { hashOfImage } from '../images/image-store.ts';
import { copyUploads, uploadToObjectStore } from './copy-uploads.ts';

function diskStore(): FileStore {
  const folder = temporaryFolder();
  return createDiskStore(folder);
}

async function put(store: FileStore, word: string): Promise<string> {
  const bytes = Buffer.from(word);
  const path = `uploads/${hashOfImage(bytes)}-1x1-000.png`;
  await store.put(path, bytes);
  return path;
}

const directions = {
  'from a disk into an object store': async () => [diskStore(), await openS3Store()] as const,
  'from an object store onto a disk': async () => [await openS3Store(), diskStore()] as const,
  'from a disk into an object store whose cache it becomes': async () => {
    const disk = diskStore();
    return [disk, await openS3Store(disk.folder)] as const;
  },
};

for (const [name, open] of Object.entries(directions)) {
  test(`uploads are copied ${name}, without their variants`, async () => {
    const [from, to] = await open();
    const paths = [await put(from, 'one'), await put(from, 'two')];
    await from.put('uploads/narrower/320/x.webp', Buffer.from('narrower'));
    const seen: string[] = [];
    expect(await copyUploads(from, to, (done, of) => seen.push(`${done}/${of}`))).toEqual({
      copied: 2,
      present: 0,
      corrupt: [],
    });
    expect(seen).toEqual(['0/2', '1/2', '2/2']);
    const stored = await Array.fromAsync(to.list('uploads/'));
    expect(stored.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    expect((await to.read(paths[0] ?? ''))?.toString()).toBe('one');
    expect((await from.read(paths[1] ?? ''))?.toString()).toBe('two');
  });

  test(`intact uploads are not copied again ${name}, corrupt ones are`, async () => {
    const [from, to] = await open();
    await put(from, 'one');
    const second = await put(from, 'two');
    await copyUploads(from, to);
    await put(from, 'three');
    if (to.folder !== from.folder) await to.put(second, Buffer.from('owt'));
    const again = await copyUploads(from, to);
    expect(again.copied + again.present).toBe(3);
    expect((await to.read(second))?.toString()).toBe('two');
    expect(await copyUploads(from, to)).toEqual({ copied: 0, present: 3, corrupt: [] });
  });
}

test('a corrupt upload is reported and skipped, the others are copied', async () => {
  const [from, to] = [diskStore(), diskStore()];
  const corrupt = await put(from, 'one');
  await put(from, 'two');
  await writeFile(join(from.folder, corrupt), 'other');
  expect(await copyUploads(from, to)).toEqual({
    copied: 1,
    present: 0,
    corrupt: [corrupt.slice('uploads/'.length)],
  });
});

test('files that become the cache of an object store are not rewritten', async () => {
  const from = diskStore();
  const path = await put(from, 'one');
  const before = statSync(join(from.folder, path));
  await copyUploads(from, await openS3Store(from.folder));
  expect(statSync(join(from.folder, path))).toMatchObject({ ino: before.ino });
  expect(readdirSync(join(from.folder, 'uploads'))).toHaveLength(1);
});

test('the uploads of a restored folder are put into its object store, if it has one', async () => {
  const restored = diskStore();
  const path = await put(restored, 'one');
  const dataDir = restored.folder;
  expect(await uploadToObjectStore({ dataDir })).toBeUndefined();
  const { s3 } = readConfig({ ...(await createBucket()), S3_BUCKET: `new-${randomUUID()}` });
  expect(await uploadToObjectStore({ dataDir, s3 })).toMatchObject({ copied: 1 });
  expect((await openFileStore({ dataDir, s3 }).read(path))?.toString()).toBe('one');
});
