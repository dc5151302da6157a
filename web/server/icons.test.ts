import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SITE_ICON_NAMES } from '@longhand/contract/site/site-icons';
import { createContentRevision, createResponseCache } from '@longhand/response-cache';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addIcons } from './icons.ts';

/** The API of a site without an icon of its own, until `answer` is changed. */
async function start() {
  const root = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of SITE_ICON_NAMES) writeFileSync(join(root, name), 'ours');
  const api = { revision: 1, answer: () => new Response('{}', { status: 404 }) };
  const fetchApi = vi.fn(async () => api.answer());
  const revision = createContentRevision(async () => api.revision, console.error);
  const cache = createResponseCache({ revision });
  const app = Fastify();
  addIcons(app, { defaultIcons: pathToFileURL(`${root}/`), fetchApi, cache });
  return { api, fetchApi, cache, get: (url: string) => app.inject({ url }) };
}

const picture = () => new Response('theirs', { headers: { 'content-type': 'image/png' } });

test('icons are those that come with the software, until the owner has one', async () => {
  const { api, fetchApi, cache, get } = await start();
  for (const name of SITE_ICON_NAMES) expect((await get(`/${name}`)).body, name).toBe('ours');
  fetchApi.mockClear();
  const theSoftwares = await get('/icon-192.png');
  expect(theSoftwares.headers).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'content-type': 'image/png',
  });
  expect(fetchApi).not.toHaveBeenCalled();

  api.answer = picture;
  api.revision += 1;
  await cache.invalidate();
  const icon = await get('/icon-192.png?v=abc');
  expect(icon.body).toBe('theirs');
  expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/png' });
  expect(icon.headers.etag).toMatch(/^"/);
  expect(fetchApi).toHaveBeenLastCalledWith('/site/icons/icon-192.png', expect.any(String));

  fetchApi.mockClear();
  expect((await get('/icon-192.png?v=abc')).body).toBe('theirs');
  expect(fetchApi).not.toHaveBeenCalled();
});

test('without the API there are icons, too', async () => {
  const { api, get } = await start();
  api.answer = () => {
    throw new TypeError('fetch failed');
  };
  const icon = await get('/favicon.ico');
  expect(icon.statusCode).toBe(200);
  expect(icon.body).toBe('ours');
  expect(icon.headers['cache-control']).toBe('no-cache');
  api.answer = picture;
  expect((await get('/favicon.ico')).body).toBe('theirs');
});
