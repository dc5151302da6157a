import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOFTWARE } from '../api/src/software-version.ts';
import { walk } from '../test-support/link-files.ts';
import {
  administrator,
  freePort,
  runCommand,
  temporaryFolder,
  untilRunning,
} from '../test-support/server-process.ts';
import { giveAway } from '../test-support/unprivileged.ts';
import { picture, sendHalfUpload } from '../test-support/uploads.ts';
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

const dataFolder = () => giveAway(temporaryFolder());

/** Like `docker run`, but on the loopback address. */
async function startImage(name: string, settings: Readonly<Record<string, string>> = {}) {
  const image = imageOf(name);
  const port = await freePort();
  const own = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataFolder(), ...settings };
  const options = { cwd: image.folder, env: environmentIn(image, own), ...image.user };
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
  web.child.kill('SIGTERM');
  expect(await web.exited).toBe(0);
});

test.each(['all', 'api'])('SIGTERM to the image %s lets an upload finish', async (name) => {
  const { url, child, exited } = await startImage(name, { ADMIN_PASSWORD });
  const { authorization } = await administrator(url, ADMIN_PASSWORD);
  const upload = await sendHalfUpload(url, authorization, await picture().png().toBuffer());
  child.kill('SIGTERM');
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady).toBe(false);
  upload.finish();
  expect((await upload.response).statusCode).toBe(200);
  expect(await exited).toBe(0);
});

/** Runs the documented commands in the image's folder; the test starts the blog itself. */
const DOCKER = `#!/bin/sh
shift; verb=$1; shift
case $verb in
  stop) kill -TERM "$BLOG_PID"; while kill -0 "$BLOG_PID" 2>/dev/null; do sleep 0.1; done;;
  exec | run) while [ "$1" != blog ]; do shift; done; shift; cd "$IMAGE_FOLDER" && exec "$@";;
  start) ;;
  *) exit 1;;
esac
`;

test('the commands for backups in docs/containers.md work where the code cannot be written', async () => {
  const docs = readFileSync(new URL('../docs/containers.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Backups\n(.*?)^## /ms.exec(docs) ?? [];
  const commands = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, lines]) => lines).join('');
  expect(commands).toContain('restore');
  const DATA_DIR = dataFolder();
  const { image, child, exited, options } = await startImage('all', { DATA_DIR });
  const folder = dataFolder();
  writeFileSync(join(folder, 'docker'), DOCKER, { mode: 0o755 });
  const env = {
    ...options.env,
    PATH: [folder, options.env.PATH].join(delimiter),
    ...{ IMAGE_FOLDER: image.folder, BLOG_PID: String(child.pid) },
  };
  const shell = { ...options, cwd: folder, env };
  const result = runCommand('sh', ['-ec', commands], shell);
  expect(await result.exited, result.output.stderr).toBe(0);
  expect(await exited).toBe(0);
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('before-restore-'))).toHaveLength(
    1,
  );
  const again = await startImage('all', { DATA_DIR });
  expect(await (await fetch(`${again.url}/blog`)).text()).toContain('/blog/');
});

test('the image knows its version and commit', async () => {
  const { url } = await startImage('all');
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject(SOFTWARE);
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
