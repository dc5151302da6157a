import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { VARIANTS_FOLDER } from '@longhand/contract/media/image-names';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test-support/cleanup.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { keepReserve } from '../files/open-store.ts';
import { createReserve, NoSpaceError } from '../files/reserve.ts';
import { sendErrorsAsProblems } from '../http/errors.ts';
import { createDiskSpace } from './disk-space.service.ts';
import { keepReserveForDeleting, releaseReserveForDeleting } from './disk-space-hooks.ts';

const MEGABYTE = 1024 * 1024;

function start() {
  const dataDir = temporaryFolder();
  const disk = { free: 100 * MEGABYTE };
  const free = () => disk.free;
  const alerts = { send: vi.fn(async () => {}), clear: vi.fn(async () => {}) };
  const log = { error: vi.fn(), info: vi.fn() };
  const space = createDiskSpace({
    ...{ dataDir, alerts, log, free, clock: () => new Date('2026-03-01') },
    files: createDiskStore(dataDir),
    reserve: createReserve(dataDir, { bytes: MEGABYTE, free }),
  });
  return { dataDir, disk, alerts, log, ...space };
}

function write(folder: string, name: string, bytes: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), Buffer.alloc(bytes));
}

test('a full disk is told as long as it lasts, logged once, and told when there is space again', async () => {
  const { disk, alerts, log, check, status } = start();
  expect(status()).toBeUndefined();
  await check();
  expect(status()).toBe('ok');
  expect(alerts.clear).toHaveBeenCalledOnce();
  disk.free = 0;
  for (let n = 0; n < 3; n += 1) await check();
  expect(status()).toBe('full');
  expect(log.error).toHaveBeenCalledOnce();
  expect(alerts.send.mock.calls).toEqual(
    Array(3).fill([
      'disk_full',
      {
        event: 'disk-full',
        message: expect.stringMatching(/^The disk that holds .* is full: nothing can be saved\./),
      },
    ]),
  );
  disk.free = 2 * MEGABYTE;
  await check();
  expect(status()).toBe('full');
  disk.free = 20 * MEGABYTE;
  await check();
  expect(status()).toBe('ok');
  expect(alerts.clear).toHaveBeenLastCalledWith('disk_full', {
    event: 'disk-ok',
    message: expect.stringMatching(/^The disk that holds .* has space again\.$/),
  });
  disk.free = 0;
  await check();
  expect(alerts.send).toHaveBeenCalledTimes(5);
  expect(log.error).toHaveBeenCalledTimes(2);
});

test('a disk that is full at the start is told, too', async () => {
  const { disk, alerts, check } = start();
  disk.free = 0;
  await check();
  expect(alerts.send).toHaveBeenCalledOnce();
});

test('hosts with a database elsewhere have an alert each', async () => {
  const alerts = { send: vi.fn(async () => {}), clear: vi.fn(async () => {}) };
  const dataDir = temporaryFolder();
  const { check } = createDiskSpace({
    ...{ dataDir, alerts, reserve: undefined, free: () => 0 },
    ...{ log: { error: vi.fn(), info: vi.fn() }, clock: () => new Date('2026-03-01') },
    files: createDiskStore(dataDir),
  });
  await check();
  expect(alerts.send).toHaveBeenCalledWith(`disk_full_${hostname()}`, expect.anything());
});

test('on a full disk it is named what can go, and only that is deleted', async () => {
  const { dataDir, disk, read, remove } = start();
  const backups = join(dataDir, 'backups');
  const sizes = join(dataDir, 'uploads', VARIANTS_FOLDER, '320');
  for (const day of ['01', '02', '03'])
    write(backups, `automatic-2026-01-${day}T00-00-00Z.tar.gz`, 1_000);
  write(backups, 'before-0001-2026-01-01T00-00-00Z.sqlite', 500);
  write(backups, 'mine.tar.gz', 9_000);
  write(sizes, 'a.png.webp', 300);
  write(join(dataDir, 'uploads'), 'a.png', 7_000);
  expect(await read()).toEqual({ status: 'ok', removable: [] });
  disk.free = 0;
  expect(await read()).toEqual({
    status: 'full',
    removable: [
      { name: 'old-backups', files: 2, bytes: 2_000 },
      { name: 'resized-pictures', files: 1, bytes: 300 },
    ],
  });
  await remove('old-backups');
  expect(readdirSync(backups).toSorted()).toEqual([
    'automatic-2026-01-03T00-00-00Z.tar.gz',
    'before-0001-2026-01-01T00-00-00Z.sqlite',
    'mine.tar.gz',
  ]);
  await remove('resized-pictures');
  expect(readdirSync(sizes)).toEqual([]);
  expect(readdirSync(join(dataDir, 'uploads'))).toContain('a.png');
  expect((await read()).removable).toEqual([]);
});

test('while the reserve is in use, only what deletes is allowed, and no file is added', async () => {
  const dataDir = temporaryFolder();
  const disk = { free: 100 * MEGABYTE };
  const reserve = createReserve(dataDir, { bytes: 4 * MEGABYTE, free: () => disk.free });
  await reserve.restore();
  const app = Fastify();
  sendErrorsAsProblems(app);
  keepReserveForDeleting(app, reserve);
  const answer = async () => 'done';
  app.get('/api/posts', answer);
  app.post('/api/posts', answer);
  app.delete('/api/posts', answer);
  app.post('/api/login', { config: { isAllowedOnFullDisk: true } }, answer);
  app.post('/newsletter', answer);
  const statusOf = async (request: string) => {
    const [method, url] = request.split(' ') as ['GET', string];
    return (await app.inject({ method, url })).statusCode;
  };
  const files = keepReserve(createDiskStore(dataDir), reserve);
  expect(await statusOf('POST /api/posts')).toBe(200);
  disk.free = 0;
  expect(await statusOf('POST /api/login')).toBe(200);
  disk.free = 4 * MEGABYTE;
  expect(await statusOf('POST /api/posts')).toBe(507);
  await expect(files.put('uploads/a.png', Buffer.alloc(1))).rejects.toThrow(NoSpaceError);
  await expect(files.putFile('uploads/a.png', '/nowhere')).rejects.toThrow(NoSpaceError);
  for (const request of ['DELETE /api/posts', 'POST /api/login', 'GET /api/posts'])
    expect(await statusOf(request), request).toBe(200);
  expect(await statusOf('POST /newsletter')).toBe(200);
  disk.free = 40 * MEGABYTE;
  expect(await statusOf('POST /api/posts')).toBe(200);
  await files.put('uploads/a.png', Buffer.alloc(1));
  expect(keepReserve(files, undefined)).toBe(files);
});

test('strangers cannot have everything refused where a little is free', async () => {
  const disk = { free: 100 * MEGABYTE };
  const reserve = createReserve(temporaryFolder(), {
    ...{ bytes: 4 * MEGABYTE, free: () => disk.free },
  });
  await reserve.restore();
  const app = Fastify();
  keepReserveForDeleting(app, reserve);
  const answer = async () => 'done';
  app.post('/api/login', { config: { isAllowedOnFullDisk: true } }, answer);
  app.delete('/api/nothing', answer);
  await app.register(async (admin) => {
    admin.addHook('onRequest', async ({ headers }) => {
      if (!headers.authorization) throw new Error('not logged in');
    });
    releaseReserveForDeleting(admin, reserve);
    admin.delete('/api/admin/post', answer);
    const isDeletion = ({ kind }: { kind: string }) => kind === 'delete';
    admin.post('/api/admin/posts', { config: { isDeletion } }, answer);
  });
  disk.free = 3 * MEGABYTE;
  await app.inject({ method: 'POST', url: '/api/login' });
  await app.inject({ method: 'DELETE', url: '/api/nothing' });
  await app.inject({ method: 'DELETE', url: '/api/admin/post' });
  const changed = (kind: string, headers = {}) =>
    app.inject({ method: 'POST', url: '/api/admin/posts', payload: { kind }, headers });
  await changed('delete');
  expect(reserve.lacking()).toBe(0);
  const headers = { authorization: 'Bearer token' };
  expect((await changed('publish', headers)).statusCode).toBe(200);
  expect(reserve.lacking()).toBe(0);
  await app.inject({ method: 'DELETE', url: '/api/admin/post', headers });
  expect(reserve.lacking()).toBe(4 * MEGABYTE);
  expect((await changed('publish', headers)).statusCode).toBe(500);
  expect((await changed('delete', headers)).statusCode).toBe(200);
});

test('on a full disk, the write of a call that may delete is counted before its body is read', async () => {
  const disk = { free: 100 * MEGABYTE };
  const reserve = createReserve(temporaryFolder(), {
    bytes: 4 * MEGABYTE,
    free: () => disk.free,
  });
  await reserve.restore();
  const app = Fastify();
  const releasedWhenCounted: number[] = [];
  releaseReserveForDeleting(app, reserve);
  app.addHook('onRequest', async () => void releasedWhenCounted.push(reserve.lacking()));
  const isDeletion = ({ kind }: { kind: string }) => kind === 'delete';
  app.post('/api/admin/posts', { config: { isDeletion } }, async () => 'done');
  disk.free = 0;
  const changed = async (kind: string) =>
    (await app.inject({ method: 'POST', url: '/api/admin/posts', payload: { kind } })).statusCode;
  expect(await changed('publish')).toBe(500);
  expect(await changed('delete')).toBe(200);
  expect(releasedWhenCounted).toEqual([4 * MEGABYTE, 4 * MEGABYTE]);
});
