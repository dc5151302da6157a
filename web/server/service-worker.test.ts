import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { createContentRevision, createResponseCache } from '@longhand/response-cache';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createSiteReader } from '../app/reader/site/site-reader.ts';
import { addServiceWorker } from './service-worker.ts';

async function start() {
  const root = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ['service-worker', 'removal']) writeFileSync(join(root, `${name}.js`), name);
  const api = { revision: 1, isThere: true, settings: { ...SITE_DEFAULTS, offline_reading: true } };
  const fetchApi = async () => {
    if (!api.isThere) throw new TypeError('fetch failed');
    return Response.json({ ...api.settings, pages: [], icon: null, logo: null });
  };
  const revision = createContentRevision(async () => api.revision, console.error);
  const cache = createResponseCache({ revision });
  const app = Fastify();
  const site = createSiteReader({ url: 'https://blog.example', apiUrl: '' });
  addServiceWorker(app, { folder: pathToFileURL(`${root}/`), site, fetchApi, cache });
  return { api, cache, get: () => app.inject({ url: '/service-worker.js' }) };
}

test('one setting replaces the worker by one that removes it', async () => {
  const { api, cache, get } = await start();
  const response = await get();
  expect(response.body).toMatch(/^const WORDS=.*"Saved copy".*;\nservice-worker$/);
  expect(response.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*connect-src 'self'$/),
  });
  api.settings.offline_reading = false;
  api.revision += 1;
  await cache.invalidate();
  expect((await get()).body).toBe('removal');
});

test('without the API the last known setting counts, and is not cached', async () => {
  const { api, cache, get } = await start();
  api.settings.offline_reading = false;
  expect((await get()).body).toBe('removal');
  api.isThere = false;
  api.revision += 1;
  await cache.invalidate();
  expect((await get()).body).toBe('removal');
  api.isThere = true;
  api.settings.offline_reading = true;
  expect((await get()).body).toMatch(/service-worker$/);
});

test('the worker has the words of the site, and another text with each language', async () => {
  const { api, cache, get } = await start();
  Object.assign(api.settings, { language: 'de-AT', words: { 'try-again': 'Gleich "noch mal"' } });
  const { body } = await get();
  expect(body).toContain('"language":"de-AT","wordLanguage":"de"');
  expect(body).toContain('"try-again":"Gleich \\"noch mal\\""');
  expect(body).not.toContain('Saved copy');
  Object.assign(api.settings, { language: 'he', words: {} });
  api.revision += 1;
  await cache.invalidate();
  expect((await get()).body).toContain('"direction":"rtl"');
});
