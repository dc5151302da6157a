import { once } from 'node:events';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KEYS, startS3 } from '../../../test-support/s3-server.ts';
import { createBucket, openS3Store } from '../../../test-support/stores.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { readConfig } from '../config.ts';
import { findStorageFailure, StorageStartError } from '../storage-failures.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { openFileStore } from './open-store.ts';
import { trimCache } from './trim-cache.ts';

const stores: [string, () => Promise<FileStore>][] = [
  ['a disk', async () => createDiskStore(temporaryFolder())],
  ['an object store', openS3Store],
];

async function pathsIn(store: FileStore, prefix: string, how?: 'deep'): Promise<string[]> {
  const all = await Array.fromAsync(store.list(prefix, how));
  return all.map(({ path }) => path).toSorted();
}

async function startS3Here() {
  const server = await startS3();
  onTestFinished(server.remove);
  return server;
}

test.each(stores)('%s has what was kept, and no more when it is removed', async (_name, open) => {
  const store = await open();
  const file = join(store.folder, 'uploads/a.png');
  expect(await store.ensureLocal('uploads/a.png')).toBe(false);
  expect(await store.find('uploads/a.png')).toBeUndefined();
  expect(await store.read('uploads/a.png')).toBeUndefined();
  await store.put('uploads/a.png', Buffer.from('picture'));
  expect(await store.ensureLocal('uploads/a.png')).toBe(true);
  expect(existsSync(file)).toBe(true);
  expect((await store.read('uploads/a.png'))?.toString()).toBe('picture');
  expect(await store.find('uploads/a.png')).toMatchObject({ path: 'uploads/a.png', size: 7 });
  await store.remove('uploads/a.png');
  expect(existsSync(file)).toBe(false);
  expect(await store.ensureLocal('uploads/a.png')).toBe(false);
  await store.remove('uploads/a.png');
});

test.each(stores)('%s lists a folder, or what is below it, too', async (_name, open) => {
  const store = await open();
  expect(await pathsIn(store, 'uploads/')).toEqual([]);
  const paths = [
    'uploads/a.png',
    'uploads/b.png',
    'uploads/narrower/320/a.png.webp',
    'other/a.png',
  ];
  for (const path of paths) await store.put(path, Buffer.from(path));
  expect(await pathsIn(store, 'uploads/')).toEqual(['uploads/a.png', 'uploads/b.png']);
  expect(await pathsIn(store, 'uploads/b')).toEqual(['uploads/b.png']);
  expect(await pathsIn(store, 'uploads/', 'deep')).toEqual(paths.slice(0, 3));
  const [first] = await Array.fromAsync(store.list('uploads/a'));
  expect(first?.size).toBe('uploads/a.png'.length);
  expect(Math.abs(Date.now() - Number(first?.modified))).toBeLessThan(600_000);
});

/** Answers one page after the other: the tests' store cannot divide what it lists. */
async function startPages(pages: readonly string[]) {
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    asked.push(searchParams);
    const index = Number(searchParams.get('continuation-token') ?? 0);
    const next = index + 1 < pages.length;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<ListBucketResult><IsTruncated>${next}</IsTruncated>${next ? `<NextContinuationToken>${index + 1}</NextContinuationToken>` : ''}<Contents><Key>${pages[index]}</Key><Size>${index}</Size><LastModified>2026-01-0${index + 1}T00:00:00.000Z</LastModified></Contents></ListBucketResult>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { asked, endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
}

test('an object store is listed in full, however many pages that takes', async () => {
  const { asked, endpoint } = await startPages([
    'b/uploads/1.png',
    'b/uploads/2.png',
    'b/uploads/3',
  ]);
  const settings = { ...KEYS, S3_ENDPOINT: endpoint, S3_BUCKET: 'pages', S3_PREFIX: 'b' };
  const store = await openS3Store(undefined, settings);
  expect(await Array.fromAsync(store.list('uploads/'))).toEqual([
    { path: 'uploads/1.png', size: 0, modified: new Date('2026-01-01T00:00:00.000Z') },
    { path: 'uploads/2.png', size: 1, modified: new Date('2026-01-02T00:00:00.000Z') },
    { path: 'uploads/3', size: 2, modified: new Date('2026-01-03T00:00:00.000Z') },
  ]);
  expect(asked.map((each) => each.get('continuation-token'))).toEqual([null, '1', '2']);
  expect(asked.map((each) => each.get('prefix'))).toEqual(Array(3).fill('b/uploads/'));
});

test('what one instance keeps, another has; a cache that is lost or damaged is filled again', async () => {
  const settings = await createBucket();
  const dataDir = temporaryFolder();
  const [one, other] = [
    await openS3Store(dataDir, settings),
    await openS3Store(undefined, settings),
  ];
  await one.put('uploads/a.png', Buffer.from('picture'));
  expect(await other.ensureLocal('uploads/a.png')).toBe(true);
  expect((await createDiskStore(other.folder).read('uploads/a.png'))?.toString()).toBe('picture');
  await rm(join(one.folder, 'uploads'), { recursive: true });
  expect(await one.ensureLocal('uploads/a.png')).toBe(true);
  writeFileSync(join(one.folder, 'uploads/a.png'), 'damaged');
  const restarted = await openS3Store(dataDir, settings);
  expect(await restarted.ensureLocal('uploads/a.png', 'refetch')).toBe(true);
  expect((await createDiskStore(one.folder).read('uploads/a.png'))?.toString()).toBe('picture');
});

test('what is kept is kept even where no copy of it can be made here', async () => {
  const store = await openS3Store();
  mkdirSync(join(store.folder, 'uploads/a.png'), { recursive: true });
  await store.put('uploads/a.png', Buffer.from('picture'));
  expect((await store.read('uploads/a.png'))?.toString()).toBe('picture');
});

test('names in the bucket begin with the prefix, and another prefix is another blog', async () => {
  const settings = await createBucket();
  const store = await openS3Store(undefined, { ...settings, S3_PREFIX: 'blogs/one' });
  await store.put('uploads/a.png', Buffer.from('picture'));
  expect(await pathsIn(store, 'uploads/')).toEqual(['uploads/a.png']);
  const whole = await openS3Store(undefined, settings);
  expect(await pathsIn(whole, '', 'deep')).toEqual(['blogs/one/uploads/a.png']);
  const two = await openS3Store(undefined, { ...settings, S3_PREFIX: 'blogs/two' });
  expect(await pathsIn(two, '', 'deep')).toEqual([]);
});

test('a name that nothing has is asked for once, however often somebody asks', async () => {
  const server = await startS3Here();
  const store = await openS3Store(undefined, await createBucket(server.endpoint));
  const before = server.asked.length;
  for (let time = 0; time < 5; time += 1)
    expect(await store.ensureLocal('uploads/x.png')).toBe(false);
  expect(server.asked.slice(before)).toHaveLength(1);
});

test('a bucket that is missing is made, and one that is there is used', async () => {
  const server = await startS3Here();
  const settings = { ...KEYS, S3_ENDPOINT: server.endpoint, S3_BUCKET: 'pictures' };
  const config = readConfig({ ...settings, DATA_DIR: temporaryFolder() });
  await openFileStore(config).prepare();
  await openFileStore(config).prepare();
  expect(server.asked.filter((each) => each.startsWith('PUT'))).toHaveLength(1);
});

test.each([
  ['S3_SECRET_KEY', 'not the key', /does not let us use the bucket .* Check S3_ACCESS_KEY/],
  ['S3_ACCESS_KEY', 'NOBODY', /does not let us use the bucket .* Check S3_ACCESS_KEY/],
  ['S3_BUCKET', 'no--such..bucket', /could not be made .* set S3_BUCKET to one that is there/],
  ['S3_ENDPOINT', 'http://127.0.0.1:1', /does not answer \(ECONNREFUSED\)\. Is S3_ENDPOINT right/],
])('with a wrong %s the start says so, and says no key', async (name, value, sentence) => {
  const settings = { ...(await createBucket()), [name]: value, DATA_DIR: temporaryFolder() };
  const error = await openFileStore(readConfig(settings))
    .prepare()
    .catch((each) => each);
  expect(error).toBeInstanceOf(StorageStartError);
  expect(error.message).toMatch(sentence);
  expect(JSON.stringify(error) + error.message + error.stack).not.toContain('not the key');
});

test('a store that is away, or that refuses, is known as such, and not taken for the database', async () => {
  const server = await startS3Here();
  const settings = await createBucket(server.endpoint);
  const refused = await openS3Store(undefined, { ...settings, S3_SECRET_KEY: 'wrong' });
  const denied = await refused.put('uploads/a.png', Buffer.from('a')).catch((error) => error);
  expect(denied).toMatchObject({ code: 'STORE_REFUSED' });
  expect(findStorageFailure(denied)?.advice('')).toContain('S3_SECRET_KEY still valid');
  const store = await openS3Store(undefined, settings);
  await server.stop();
  const away = await store.put('uploads/a.png', Buffer.from('a')).catch((error) => error);
  expect(away).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(findStorageFailure(away)?.detail).toContain('The store that keeps the pictures');
  await expect(store.ensureLocal('uploads/a.png')).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
});

test('copies of what another instance removed go from a cache, unless they are new', async () => {
  const settings = await createBucket();
  const [one, other] = [
    await openS3Store(undefined, settings),
    await openS3Store(undefined, settings),
  ];
  const paths = ['uploads/a.png', 'uploads/b.png', 'cache/social/c.jpg', 'uploads/new.png'];
  for (const path of paths) await one.put(path, Buffer.from(path));
  for (const path of paths) await other.ensureLocal(path);
  for (const path of paths.toSpliced(1, 1)) await one.remove(path);
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  for (const path of paths.slice(0, 3))
    utimesSync(join(other.folder, path), twoHoursAgo, twoHoursAgo);
  await trimCache(other);
  const here = createDiskStore(other.folder);
  expect(await pathsIn(here, '', 'deep')).toEqual(['uploads/b.png', 'uploads/new.png']);
});

test('files that were there before the store was are left alone', async () => {
  const dataDir = temporaryFolder();
  const before = createDiskStore(dataDir);
  await before.put('uploads/a.png', Buffer.from('picture'));
  utimesSync(join(dataDir, 'uploads/a.png'), 0, 0);
  const store = await openS3Store(dataDir);
  await store.put('uploads/b.png', Buffer.from('another'));
  await trimCache(store);
  expect(await pathsIn(before, 'uploads/')).toEqual(['uploads/a.png']);
});

test('on a disk, nothing is a copy', async () => {
  const store = createDiskStore(temporaryFolder());
  await store.put('uploads/a.png', Buffer.from('picture'));
  utimesSync(join(store.folder, 'uploads/a.png'), 0, 0);
  await trimCache(store);
  expect(await store.ensureLocal('uploads/a.png')).toBe(true);
});
