import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '../test-support/postgres-databases.ts';
import { KEYS, startS3 } from '../test-support/s3-server.ts';
import { logIn, run, startServer, temporaryFolder } from '../test-support/server-process.ts';

const ADMIN_PASSWORD = 'a test password';

/** The local cache of the object store. */
const cacheOf = (folder: string) => join(folder, 'cache', 'store');

async function startStore() {
  const store = await startS3();
  onTestFinished(store.remove);
  const settings = { ...KEYS, S3_ENDPOINT: store.endpoint, S3_BUCKET: 'pictures' };
  return { ...store, settings };
}

async function writer(url: string) {
  const login = await (await logIn(url, ADMIN_PASSWORD)).json();
  const { access_token } = login as { access_token: string };
  const authorization = `Bearer ${access_token}`;
  return {
    async upload(colour: string) {
      const create = { width: 700, height: 500, channels: 3, background: colour } as const;
      const bytes = await sharp({ create }).png().toBuffer();
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), 'a.png');
      const init = { method: 'POST', headers: { authorization }, body };
      const response = await fetch(`${url}/api/admin/upload-image`, init);
      const result = (await response.json()) as { url: string; detail: string };
      return { status: response.status, ...result };
    },
    async publish(featured_image: string) {
      const post = {
        title: 'A post',
        excerpt: 'Short.',
        content: 'Words.',
        tags: ['a'],
        published: true,
      };
      const response = await fetch(`${url}/api/admin/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ ...post, featured_image }),
      });
      expect(response.status, await response.clone().text()).toBe(201);
      return (await response.json()) as { slug: string };
    },
  };
}

const statusOf = async (address: string) => (await fetch(address)).status;

async function until(address: string, status: number): Promise<void> {
  while ((await statusOf(address)) !== status) await wait(100);
}

/** The URL of the social picture of a post. */
async function socialPicture(url: string, slug: string): Promise<string> {
  const page = await (await fetch(`${url}/blog/${slug}`)).text();
  const [path = ''] = /\/social\/[^"]+\.jpg/.exec(page) ?? [];
  return `${url}${path}`;
}

test('two servers share pictures, and serve cached ones while the object store is down', async () => {
  const store = await startStore();
  const folders = [temporaryFolder(), temporaryFolder()];
  const databaseUrl = await createPostgresDatabase('');
  const start = (folder = '') =>
    startServer({
      ...store.settings,
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      ADMIN_PASSWORD,
    });
  const a = await start(folders[0]);
  const b = await start(folders[1]);
  const admin = await writer(a.url);

  const first = (await admin.upload('#a0392b')).url;
  const variant = `${first.replace('/uploads/', '/uploads/320/')}.webp`;
  for (const path of [first, variant]) expect(await statusOf(b.url + path)).toBe(200);
  const { slug } = await admin.publish(first);
  const drawn = await fetch(await socialPicture(a.url, slug));
  const shown = await fetch(await socialPicture(b.url, slug));
  expect([drawn.status, shown.status]).toEqual([200, 200]);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(await drawn.arrayBuffer()));
  const drawings = store.requests.filter((each) => /^PUT .*\/cache\/social\//.test(each));
  expect(drawings).toHaveLength(1);

  await rm(cacheOf(folders[0] ?? ''), { recursive: true });
  for (const path of [first, variant]) expect(await statusOf(a.url + path)).toBe(200);
  expect(await statusOf(await socialPicture(a.url, slug))).toBe(200);

  const second = (await admin.upload('#2b39a0')).url;
  await store.stop();
  for (const path of [first, variant]) expect(await statusOf(b.url + path)).toBe(200);
  expect(await statusOf(await socialPicture(b.url, slug))).toBe(200);
  expect(await statusOf(a.url + second)).toBe(200);
  const missing = await fetch(b.url + second);
  expect(missing.status).toBe(503);
  expect(((await missing.json()) as { detail: string }).detail).toContain('image store');
  expect(await admin.upload('#39a02b')).toMatchObject({
    status: 503,
    detail: expect.stringContaining('image store is not responding'),
  });
  expect(await statusOf(`${b.url}/blog/${slug}`)).toBe(200);

  await store.start();
  await until(b.url + second, 200);
  expect((await admin.upload('#39a02b')).status).toBe(200);
  for (const { output } of [a, b])
    expect(output.stdout + output.stderr).not.toContain(KEYS.S3_SECRET_KEY);
});

test('the pictures of the sample posts are in the object store', async () => {
  const store = await startStore();
  const folder = temporaryFolder();
  const { url } = await startServer({
    ...store.settings,
    DATA_DIR: folder,
    DEMO_CONTENT: 'true',
  });
  const names = readdirSync(join(cacheOf(folder), 'uploads')).filter((name) =>
    name.endsWith('.webp'),
  );
  expect(names.length).toBeGreaterThan(2);
  await rm(cacheOf(folder), { recursive: true });
  for (const name of names) expect(await statusOf(`${url}/uploads/${name}`)).toBe(200);
});

test('with a wrong key it does not start, and explains why', async () => {
  const store = await startStore();
  const { exited, output } = run('server/start.js', {
    ...store.settings,
    S3_SECRET_KEY: 'not-the-secret',
    DATA_DIR: temporaryFolder(),
  });
  expect(await exited).toBe(1);
  expect(output.stderr).toContain('denied access to the bucket pictures');
  expect(output.stderr + output.stdout).not.toMatch(/not-the-secret|\n\s+at /);
});

test('a backup contains the pictures of the object store, and a restore puts them into another bucket', async () => {
  const store = await startStore();
  const settings = { ...store.settings, DATA_DIR: temporaryFolder(), ADMIN_PASSWORD };
  const server = await startServer(settings);
  const admin = await writer(server.url);
  const { url } = await admin.upload('#a0392b');
  await admin.publish(url);
  await rm(cacheOf(settings.DATA_DIR), { recursive: true });
  const file = join(temporaryFolder(), 'blog.tar.gz');
  const backup = run('cli/backup.ts', settings, undefined, [file]);
  expect(await backup.exited, backup.output.stderr).toBe(0);
  expect(backup.output.stderr).toContain('1 post and 1 image');

  const other = { ...settings, S3_BUCKET: 'restored', DATA_DIR: temporaryFolder() };
  const restore = run('cli/restore.ts', other, undefined, [file]);
  expect(await restore.exited, restore.output.stderr).toBe(0);
  const restored = await startServer(other);
  await rm(join(other.DATA_DIR, 'uploads'), { recursive: true });
  expect(await statusOf(restored.url + url)).toBe(200);
});
