import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walk } from '../test-support/link-files.ts';
import {
  administrator,
  freePort,
  runCommand,
  temporaryFolder,
  untilRunning,
} from '../test-support/server-process.ts';
import { buildImage, environmentIn, type Image } from './image/build-image.ts';
import { ignoredBy } from './image/dockerignore.ts';

const folder = mkdtempSync(join(tmpdir(), 'longhand-image-'));
const ADMIN_PASSWORD = 'a password for tests';
let images: Map<string, Image>;

beforeAll(() => {
  images = buildImage(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }), 60_000);

const imageOf = (name: string) => images.get(name) as Image;

/** Like `docker run`, but on the loopback address. */
async function startImage(name: string, settings: Readonly<Record<string, string>> = {}) {
  const image = imageOf(name);
  const port = await freePort();
  const own = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: temporaryFolder(), ...settings };
  const options = { cwd: image.folder, env: environmentIn(image, own) };
  const [command = '', ...args] = image.command;
  return { ...(await untilRunning(runCommand(command, args, options), port)), image, options };
}

test('the built image serves pages, the health check and an upload', async () => {
  const { url, image, options } = await startImage('all', { ADMIN_PASSWORD });
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Join the Newsletter');
  const [command = '', ...args] = image.healthCommand;
  expect(await runCommand(command, args, options).exited).toBe(0);

  const form = new FormData();
  const picture = readFileSync(new URL('../web/public/apple-touch-icon.png', import.meta.url));
  form.append('file', new Blob([picture]), 'picture.png');
  const { call } = await administrator(url, ADMIN_PASSWORD);
  const { status, body } = await call('POST', '/upload-image', form);
  expect([status, body]).toEqual([200, expect.objectContaining({ url: expect.any(String) })]);
  expect((await fetch(new URL(body.url ?? '', url))).status).toBe(200);
});

test('the API and the site run as separate images', async () => {
  const api = await startImage('api');
  const web = await startImage('web', { API_URL: api.url });
  expect((await fetch(`${web.url}/blog`)).status).toBe(200);
  expect((await fetch(`${api.url}/blog`)).status).toBe(404);
});

test('a container uses the compile cache of the image', async () => {
  const { output, child, exited } = await startImage('all', {
    NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
  });
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  const log = output.stdout + output.stderr;
  for (const file of ['server/main.ts', 'api/src/app.ts', 'web/build/server/index.js'])
    expect(log).toMatch(new RegExp(`V8 code cache for ESM \\S+/${file} was accepted`));
});

test('the image has no tests, secrets, data or development packages', () => {
  const { folder } = imageOf('all');
  const files = [...walk(folder, (name) => name === 'node_modules')];
  expect(files).toContain('web/build/stamp');
  expect(files.filter((path) => /\.test\.ts$|(^|\/)(\.env|data)(\/|$)/.test(path))).toEqual([]);
  const installed = new Set([...walk(join(folder, 'node_modules'))].map((p) => p.split('/')[0]));
  expect(installed).toContain('fastify');
  for (const name of ['vite', 'vitest', 'typescript', 'node'])
    expect(installed).not.toContain(name);
});

test('.dockerignore works as in Docker: the last matching pattern decides', () => {
  const isIgnored = ignoredBy('# all\n*\n!api\n!.npmrc\n**/*.test.ts\nweb/build\napi/test/\n');
  const ignored = [
    'README.md',
    'web/app/a.ts',
    'api/a.test.ts',
    'api/src/b.test.ts',
    'test-support/c',
  ];
  const passed = ['.npmrc', 'api/src/a.ts', 'api/testing/a.ts', 'api/.hidden'];
  expect([...ignored, ...passed].filter(isIgnored)).toEqual(ignored);
});
