import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KEYS, startS3 } from '../../../test-support/s3-server.ts';
import { createBucket, openS3Store } from '../../../test-support/stores.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { readConfig } from '../config/config.ts';
import { findStorageFailure, StorageStartError } from '../storage-failures.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { openFileStore, trimCache } from './open-store.ts';

const stores: [string, () => Promise<FileStore>][] = [
  ['a disk', async () => createDiskStore(temporaryFolder())],
  ['an object store', openS3Store],
];

async function pathsIn(store: FileStore, prefix: string, mode?: 'deep'): Promise<string[]> {
  const files = await Array.fromAsync(store.list(prefix, mode));
  return files.map(({ path }) => path).toSorted();
}

async function startOwnS3() {
  const server = await startS3();
  onTestFinished(server.remove);
  return server;
}

test.each(stores)('%s returns stored files until they are removed', async (_name, open) => {
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

test.each(stores)('%s lists a folder, with or without subfolders', async (_name, open) => {
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

/** A paginated listing: the test store returns everything in one page. */
async function startPaginatedS3(pages: readonly string[]) {
  const queries: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    queries.push(searchParams);
    const index = Number(searchParams.get('continuation-token') ?? 0);
    const hasNext = index + 1 < pages.length;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<ListBucketResult><IsTruncated>${hasNext}</IsTruncated>${hasNext ? `<NextContinuationToken>${index + 1}</NextContinuationToken>` : ''}<Contents><Key>${pages[index]}</Key><Size>${index}</Size><LastModified>2026-01-0${index + 1}T00:00:00.000Z</LastModified></Contents></ListBucketResult>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { queries, endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
}

test('the listing of an object store includes all pages', async () => {
  const { queries, endpoint } = await startPaginatedS3([
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
  expect(queries.map((query) => query.get('continuation-token'))).toEqual([null, '1', '2']);
  expect(queries.map((query) => query.get('prefix'))).toEqual(Array(3).fill('b/uploads/'));
});

test('instances share files; a lost or corrupt cache is filled again', async () => {
  const settings = await createBucket();
  const dataDir = temporaryFolder();
  const [first, second] = [
    await openS3Store(dataDir, settings),
    await openS3Store(undefined, settings),
  ];
  await first.put('uploads/a.png', Buffer.from('picture'));
  expect(await second.ensureLocal('uploads/a.png')).toBe(true);
  expect((await createDiskStore(second.folder).read('uploads/a.png'))?.toString()).toBe('picture');
  await rm(join(first.folder, 'uploads'), { recursive: true });
  expect(await first.ensureLocal('uploads/a.png')).toBe(true);
  writeFileSync(join(first.folder, 'uploads/a.png'), 'corrupt');
  const restarted = await openS3Store(dataDir, settings);
  expect(await restarted.ensureLocal('uploads/a.png', 'refetch')).toBe(true);
  expect((await createDiskStore(first.folder).read('uploads/a.png'))?.toString()).toBe('picture');
});

test('a file is stored even if it cannot be cached', async () => {
  const store = await openS3Store();
  mkdirSync(join(store.folder, 'uploads/a.png'), { recursive: true });
  await store.put('uploads/a.png', Buffer.from('picture'));
  expect((await store.read('uploads/a.png'))?.toString()).toBe('picture');
});

test('object keys start with the prefix, which separates blogs in one bucket', async () => {
  const settings = await createBucket();
  const store = await openS3Store(undefined, { ...settings, S3_PREFIX: 'blogs/one' });
  await store.put('uploads/a.png', Buffer.from('picture'));
  expect(await pathsIn(store, 'uploads/')).toEqual(['uploads/a.png']);
  const bucket = await openS3Store(undefined, settings);
  expect(await pathsIn(bucket, '', 'deep')).toEqual(['blogs/one/uploads/a.png']);
  const otherBlog = await openS3Store(undefined, { ...settings, S3_PREFIX: 'blogs/two' });
  expect(await pathsIn(otherBlog, '', 'deep')).toEqual([]);
});

test('a missing file is requested once from the store', async () => {
  const server = await startOwnS3();
  const store = await openS3Store(undefined, await createBucket(server.endpoint));
  const before = server.requests.length;
  for (let n = 0; n < 5; n += 1) expect(await store.ensureLocal('uploads/x.png')).toBe(false);
  expect(server.requests.slice(before)).toHaveLength(1);
});

test('a missing bucket is created, an existing one is used', async () => {
  const server = await startOwnS3();
  const settings = { ...KEYS, S3_ENDPOINT: server.endpoint, S3_BUCKET: 'pictures' };
  const config = readConfig({ ...settings, DATA_DIR: temporaryFolder() });
  await openFileStore(config).prepare();
  await openFileStore(config).prepare();
  expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
});

test.each([
  ['S3_SECRET_KEY', 'not the key', /denied access to the bucket .* Check S3_ACCESS_KEY/],
  ['S3_ACCESS_KEY', 'NOBODY', /denied access to the bucket .* Check S3_ACCESS_KEY/],
  ['S3_BUCKET', 'no--such..bucket', /could not be created .* set S3_BUCKET to an existing one/],
  ['S3_ENDPOINT', 'http://127.0.0.1:1', /does not respond \(ECONNREFUSED\)\. Is S3_ENDPOINT right/],
])('a wrong %s is explained at the start, without keys', async (name, value, message) => {
  const settings = { ...(await createBucket()), [name]: value, DATA_DIR: temporaryFolder() };
  const error = await openFileStore(readConfig(settings))
    .prepare()
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(StorageStartError);
  expect(error.message).toMatch(message);
  expect(JSON.stringify(error) + error.message + error.stack).not.toContain('not the key');
});

test('an unavailable or refusing store is reported as such, not as a database failure', async () => {
  const server = await startOwnS3();
  const settings = await createBucket(server.endpoint);
  const misconfigured = await openS3Store(undefined, { ...settings, S3_SECRET_KEY: 'wrong' });
  const refused = await misconfigured
    .put('uploads/a.png', Buffer.from('a'))
    .catch((error) => error);
  expect(refused).toMatchObject({ code: 'STORE_REFUSED' });
  expect(findStorageFailure(refused)?.advice('')).toContain('S3_SECRET_KEY still valid');
  const store = await openS3Store(undefined, settings);
  await server.stop();
  const unavailable = await store.put('uploads/a.png', Buffer.from('a')).catch((error) => error);
  expect(unavailable).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(findStorageFailure(unavailable)?.detail).toContain('The image store');
  await expect(store.ensureLocal('uploads/a.png')).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
});

const DAY_MS = 86_400_000;

function setAge(store: FileStore, path: string, ageMs: number): void {
  const date = new Date(Date.now() - ageMs);
  utimesSync(join(store.folder, path), date, date);
}

test('a cached file that was not needed for a week is removed, without a request to the store', async () => {
  const server = await startOwnS3();
  const store = await openS3Store(undefined, await createBucket(server.endpoint));
  const paths = ['cache/social/c.jpg', 'uploads/a.png', 'uploads/narrower/320/a.png.webp'];
  for (const path of [...paths, 'uploads/b.png']) await store.put(path, Buffer.from(path));
  for (const path of paths) setAge(store, path, 8 * DAY_MS);
  setAge(store, 'uploads/b.png', 6 * DAY_MS);
  const before = server.requests.length;
  expect(await trimCache(store)).toBe(3);
  expect(server.requests.slice(before)).toEqual([]);
  expect(await pathsIn(createDiskStore(store.folder), '', 'deep')).toEqual(['uploads/b.png']);
  for (const path of paths) expect(await store.ensureLocal(path)).toBe(true);
});

test('a cached file that another instance removed is served once more after a day', async () => {
  const settings = await createBucket();
  const [first, second] = [
    await openS3Store(undefined, settings),
    await openS3Store(undefined, settings),
  ];
  const paths = ['uploads/a.png', 'uploads/b.png', 'cache/social/c.jpg', 'uploads/new.png'];
  for (const path of paths) await first.put(path, Buffer.from(path));
  for (const path of paths) await second.ensureLocal(path);
  for (const path of paths.toSpliced(1, 1)) await first.remove(path);
  for (const path of paths.slice(0, 3)) setAge(second, path, 2 * DAY_MS);
  const cache = createDiskStore(second.folder);
  for (const path of paths) expect(await second.ensureLocal(path)).toBe(true);
  await expect.poll(() => pathsIn(cache, '', 'deep')).toEqual(['uploads/b.png', 'uploads/new.png']);
  expect(await second.ensureLocal('uploads/a.png')).toBe(false);
});

test('a cached file is asked for once a day, and served while the store is down', async () => {
  const server = await startOwnS3();
  const store = await openS3Store(undefined, await createBucket(server.endpoint));
  await store.put('uploads/a.png', Buffer.from('picture'));
  setAge(store, 'uploads/a.png', 2 * DAY_MS);
  const before = server.requests.length;
  const isRecent = () =>
    Date.now() - statSync(join(store.folder, 'uploads/a.png')).mtimeMs < DAY_MS;
  for (let n = 0; n < 5; n += 1) expect(await store.ensureLocal('uploads/a.png')).toBe(true);
  await expect.poll(isRecent).toBe(true);
  expect(await store.ensureLocal('uploads/a.png')).toBe(true);
  expect(server.requests.slice(before)).toHaveLength(1);
  await server.stop();
  setAge(store, 'uploads/a.png', 2 * DAY_MS);
  for (let n = 0; n < 5; n += 1) expect(await store.ensureLocal('uploads/a.png')).toBe(true);
});

test('files from before the object store was configured are not removed', async () => {
  const dataDir = temporaryFolder();
  const disk = createDiskStore(dataDir);
  await disk.put('uploads/a.png', Buffer.from('picture'));
  utimesSync(join(dataDir, 'uploads/a.png'), 0, 0);
  const store = await openS3Store(dataDir);
  await store.put('uploads/b.png', Buffer.from('another'));
  await trimCache(store);
  expect(await pathsIn(disk, 'uploads/')).toEqual(['uploads/a.png']);
});

test('on a disk, no file is treated as a cache', async () => {
  const store = createDiskStore(temporaryFolder());
  await store.put('uploads/a.png', Buffer.from('picture'));
  utimesSync(join(store.folder, 'uploads/a.png'), 0, 0);
  await trimCache(store);
  expect(await store.ensureLocal('uploads/a.png')).toBe(true);
});
