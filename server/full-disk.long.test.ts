import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { RESERVE_BYTES, RESERVE_FILE } from '../api/src/files/reserve.ts';
import { startAlertReceiver } from '../test-support/alert-receiver.ts';
import { findDatabaseProblems } from '../test-support/database-problems.ts';
import { administrator, logIn, startServer } from '../test-support/server-process.ts';
import { mountSmallDisk } from '../test-support/small-disk.ts';
import { uploadForm } from '../test-support/uploads.ts';

const ADMIN_PASSWORD = 'a test password';
const MEGABYTE = 1024 * 1024;
const DISK_MEGABYTES = 96;
/** The reserve is filled again half a minute after its last use. */
const WAIT_MS = 300_000;
const NO_DISK = 'a small disk can only be mounted by root, and not in every container';
const FULL = {
  status: 507,
  body: expect.objectContaining({
    detail: 'The server’s disk is full. Nothing was changed. Free some space and try again.',
  }),
};

const text = (length: number) => ({
  title: 'A post',
  excerpt: 'It is short',
  content: `<p>${'word '.repeat(length / 5)}</p>`,
  published: true,
});

/** To the last byte. */
function fillUp(folder: string): void {
  for (const size of [MEGABYTE, 4096, 1])
    expect(() => {
      for (;;) appendFileSync(join(folder, 'filler'), Buffer.alloc(size));
    }).toThrow('ENOSPC');
}

const heldIn = (folder: string) =>
  statSync(join(folder, RESERVE_FILE), { throwIfNoEntry: false })?.size ?? 0;

const untilHeld = (folder: string) =>
  expect.poll(() => heldIn(folder), { timeout: WAIT_MS }).toBeGreaterThan(RESERVE_BYTES - MEGABYTE);

/** Two automatic backups, of which the older one can go. */
function writeBackups(folder: string): void {
  mkdirSync(join(folder, 'backups'));
  for (const day of ['01', '02'])
    writeFileSync(
      join(folder, 'backups', `automatic-2026-01-${day}T00-00-00Z.tar.gz`),
      Buffer.alloc(12 * MEGABYTE),
    );
}

async function upload(call: Awaited<ReturnType<typeof administrator>>['call'], side: number) {
  const create = { width: side, height: side, channels: 3, background: '#888' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const bytes = await sharp({ create: { ...create, noise } })
    .png()
    .toBuffer();
  return call<{ url: string }>('POST', '/upload-image', uploadForm(bytes));
}

async function healthOf(url: string) {
  return ((await (await fetch(`${url}/healthz`)).json()) as { disk?: string }).disk;
}

describe.each(['1', '2'])('on a full disk, with WORKERS=%s', (WORKERS) => {
  test('the owner logs in, deletes and writes again; nobody else takes the reserve', async ({
    skip,
  }) => {
    const folder = mountSmallDisk(DISK_MEGABYTES);
    if (!folder) return skip(NO_DISK);
    const alerts = await startAlertReceiver();
    const settings = { DATA_DIR: folder, ADMIN_PASSWORD, WORKERS, ALERT_URL: alerts.url };
    const { url, output } = await startServer(settings);
    writeBackups(folder);
    const before = await administrator(url, ADMIN_PASSWORD);
    const { body: post } = await before.call('POST', '/posts', text(100_000));
    const { body: large } = await before.call('POST', '/posts', text(950_000));
    const picture = await upload(before.call, 900);
    expect((await fetch(`${url}${picture.body.url}`)).status).toBe(200);
    await untilHeld(folder);
    expect(await before.call('GET', '/disk-space')).toEqual({
      status: 200,
      body: { status: 'ok', removable: [] },
    });

    fillUp(folder);
    await expect.poll(() => healthOf(url), { timeout: WAIT_MS }).toBe('full');
    expect(output.stdout).toContain('is full: nothing can be saved');
    expect((await logIn(url, 'a wrong password')).status).toBe(401);
    const { call } = await administrator(url, ADMIN_PASSWORD);
    expect((await call('GET', '/posts')).status).toBe(200);
    expect(await upload(call, 300)).toEqual(FULL);
    // A log-in before: only while the reserve is in use is everything refused that could fit somewhere.
    expect((await logIn(url, 'a wrong password')).status).toBe(401);
    expect(await call('POST', '/posts', text(500_000))).toEqual(FULL);
    expect((await logIn(url, 'a wrong password')).status).toBe(401);
    const subscriber = { email: 'reader@reader.example' };
    expect(await call('POST', '/subscribers', subscriber)).toEqual(FULL);

    expect((await call('DELETE', `/posts/${large.id}`)).status).toBe(204);
    expect((await call('DELETE', `/trash/${large.id}`)).status).toBe(204);
    expect(await call('PUT', `/posts/${post.id}`, text(500_000))).toEqual(FULL);
    for (const path of [`/blog/${post.slug}`, '/', picture.body.url])
      expect((await fetch(url + path)).status, path).toBe(200);

    const offered = await call('GET', '/disk-space');
    expect(offered.body).toMatchObject({
      status: 'full',
      removable: expect.arrayContaining([{ name: 'old-backups', files: 1, bytes: 12 * MEGABYTE }]),
    });
    expect((await call('DELETE', '/disk-space/old-backups')).status).toBe(200);
    expect((await call('DELETE', '/disk-space/resized-pictures')).status).toBe(200);
    await expect
      .poll(async () => (await call('POST', '/posts', text(50_000))).status, { timeout: WAIT_MS })
      .toBe(201);
    await untilHeld(folder);
    expect(alerts.events()).toEqual(['disk-full']);
    rmSync(join(folder, 'filler'));
    await expect.poll(() => healthOf(url), { timeout: WAIT_MS }).toBe('ok');
    expect((await upload(call, 300)).status).toBe(200);
    expect(await findDatabaseProblems({ dataDir: folder })).toEqual([]);
  });

  test('it starts, also after it was killed while the reserve was in use', async ({ skip }) => {
    const folder = mountSmallDisk(DISK_MEGABYTES);
    if (!folder) return skip(NO_DISK);
    const settings = { DATA_DIR: folder, ADMIN_PASSWORD, WORKERS };
    const first = await startServer(settings);
    const { call } = await administrator(first.url, ADMIN_PASSWORD);
    const { body: post } = await call('POST', '/posts', text(100_000));
    await untilHeld(folder);
    first.child.kill('SIGTERM');
    await first.exited;
    fillUp(folder);

    const second = await startServer(settings);
    const heldAfterLogin = async () => {
      expect((await logIn(second.url, ADMIN_PASSWORD)).status).toBe(200);
      return heldIn(folder);
    };
    await expect.poll(heldAfterLogin, { timeout: WAIT_MS }).toBe(0);
    second.child.kill('SIGKILL');
    await second.exited;

    const third = await startServer(settings);
    const owner = await administrator(third.url, ADMIN_PASSWORD);
    expect(await owner.call('POST', '/posts', text(500_000))).toEqual(FULL);
    expect((await owner.call('DELETE', `/posts/${post.id}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/trash/${post.id}`)).status).toBe(204);
    rmSync(join(folder, 'filler'));
    expect((await owner.call('POST', '/posts', text(500_000))).status).toBe(201);
    await untilHeld(folder);
    expect(await findDatabaseProblems({ dataDir: folder })).toEqual([]);
  });
});
