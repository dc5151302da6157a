import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findDatabaseProblems } from '../test-support/database-problems.ts';
import {
  administrator,
  run,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';
import { mountSmallDisk } from '../test-support/small-disk.ts';
import { giveAway, UNPRIVILEGED } from '../test-support/unprivileged.ts';
import { uploadForm } from '../test-support/uploads.ts';

const ADMIN_PASSWORD = 'a test password';
const SETTINGS = { ADMIN_PASSWORD, DEMO_CONTENT: 'false' };

async function openAdministrator(url: string) {
  const { call } = await administrator(url, ADMIN_PASSWORD);
  return {
    call,
    upload: async (side: number) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
      const image = sharp({
        create: { width: side, height: side, channels: 3, background: '#888', noise },
      });
      const form = uploadForm(await image.png().toBuffer());
      return call<{ url: string }>('POST', '/upload-image', form);
    },
  };
}

const text = (length: number) => ({
  title: 'A post',
  excerpt: 'It is short',
  content: `<p>${'word '.repeat(length / 5)}</p>`,
  published: true,
});

test('a full disk is reported, loses nothing, still serves readers, and needs no restart once there is space', async ({
  skip,
}) => {
  const folder = mountSmallDisk(12);
  if (!folder) return skip('a small disk can only be mounted by root, and not in every container');
  const { url } = await startServer({ ...SETTINGS, DATA_DIR: folder });
  const { call, upload } = await openAdministrator(url);
  const created = await call('POST', '/posts', text(1_000));
  const picture = await upload(400);
  const before = await call('GET', '/posts');
  const filler = join(folder, 'filler');
  expect(() => {
    for (;;) appendFileSync(filler, Buffer.alloc(16_384));
  }).toThrow('ENOSPC');

  const full = {
    status: 507,
    body: expect.objectContaining({
      detail: 'The server’s disk is full. Nothing was changed. Free some space and try again.',
    }),
  };
  const path = `/posts/${created.body.id}`;
  expect(await call('PUT', path, text(500_000))).toEqual(full);
  expect(await call('POST', '/posts', text(500_000))).toEqual(full);
  expect(await upload(300)).toEqual(full);
  expect((await call('GET', '/posts')).body).toEqual(before.body);
  for (const path of [
    `/blog/${created.body.slug}`,
    '/',
    picture.body.url,
    `${picture.body.url.replace('/uploads/', '/uploads/320/')}.webp`,
  ])
    expect((await fetch(url + path)).status, path).toBe(200);
  expect(readdirSync(join(folder, 'uploads')).filter((name) => name.endsWith('.tmp'))).toEqual([]);

  rmSync(filler);
  expect(await call('PUT', path, text(500_000))).toMatchObject({ status: 200 });
  expect((await upload(300)).status).toBe(200);
  expect(await findDatabaseProblems({ dataDir: folder })).toEqual([]);
});

test('an upload without space is refused with an explanation, and leaves nothing behind', async ({
  skip,
}) => {
  const folder = temporaryFolder();
  const { url, child } = await startServer({ ...SETTINGS, DATA_DIR: folder }, 'api');
  const limited = spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=1000000:unlimited']);
  if (limited.status !== 0) return skip('prlimit, of util-linux, is not there');
  const { upload, call } = await openAdministrator(url);
  expect(await upload(800)).toMatchObject({ status: 507 });
  expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
  expect((await upload(100)).status).toBe(200);
  expect((await call('POST', '/posts', text(1_000))).status).toBe(201);
});

test('a folder without write permission stops the start with an explanation', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o555);
  const settings = { ...SETTINGS, DATA_DIR: folder };
  const { exited, output } = run('server/start.js', settings, undefined, ['api'], UNPRIVILEGED);
  expect(await exited).toBe(1);
  expect(output.stderr).toContain(`cannot write to ${folder}`);
  expect(output.stderr).not.toContain('.ts:');
});

test('a read-only database stops the start with an explanation', async () => {
  const folder = temporaryFolder();
  const settings = { ...SETTINGS, DATA_DIR: folder };
  const { child, exited } = await startServer(settings, 'api');
  child.kill('SIGTERM');
  await exited;
  chmodSync(join(folder, 'longhand.sqlite'), 0o444);
  giveAway(folder);
  chmodSync(folder, 0o755);
  const second = run('server/start.js', settings, undefined, ['api'], UNPRIVILEGED);
  expect(await second.exited).toBe(1);
  expect(second.output.stderr).toContain(`cannot write to ${folder}`);
  expect(second.output.stderr).not.toContain('.ts:');
});

test('uploads without write permission are refused with an explanation; the rest works', async () => {
  const folder = temporaryFolder();
  giveAway(folder);
  const { url, output } = await startServer({ ...SETTINGS, DATA_DIR: folder }, 'api', UNPRIVILEGED);
  const { upload, call } = await openAdministrator(url);
  const uploads = join(folder, 'uploads');
  chmodSync(uploads, 0o555);
  expect(await upload(100)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('no permission to write to its data folder') },
  });
  expect(output.stdout).toContain('Does the folder exist, and can this user write to it?');
  expect((await call('POST', '/posts', text(1_000))).status).toBe(201);
  chmodSync(uploads, 0o755);
  const { body } = await upload(100);
  chmodSync(join(folder, body.url), 0o000);
  expect((await fetch(url + body.url)).status).toBe(503);
  expect((await fetch(`${url}/api/posts`)).status).toBe(200);
});

test('a file in place of the uploads folder, and a corrupt database, stop the start with an explanation', async () => {
  const folder = temporaryFolder();
  const settings = { ...SETTINGS, DATA_DIR: folder };
  writeFileSync(join(folder, 'uploads'), '');
  const first = run('server/start.js', settings, undefined, ['api']);
  expect(await first.exited).toBe(1);
  expect(first.output.stderr).toContain('is a file instead of a folder');
  truncateSync(join(folder, 'longhand.sqlite'), 5_000);
  const second = run('server/start.js', settings, undefined, ['api']);
  expect(await second.exited).toBe(1);
  expect(second.output.stderr).toMatch(/is damaged.*npm run restore -- FILE/);
  expect(first.output.stderr + second.output.stderr).not.toContain('.ts:');
});
