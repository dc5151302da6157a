import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { administrator, startServer, temporaryFolder } from '../test-support/server-process.ts';

const ADMIN_PASSWORD = 'a test password';
const FIELDS = { title: 'A Draft', excerpt: 'An excerpt', content: '<p>Text</p>' };

async function start(settings: Record<string, string> = {}) {
  const own = { ADMIN_PASSWORD, DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'false' };
  const server = await startServer({ ...own, ...settings });
  const { call } = await administrator(server.url, ADMIN_PASSWORD);
  return {
    ...server,
    call,
    async createDraft(): Promise<{ id: string; slug: string }> {
      const fields = { ...FIELDS, published: false };
      return (await call<{ id: string; slug: string }>('POST', '/posts', fields)).body;
    },
    async createLink(post: string): Promise<{ id: string; path: string }> {
      const path = `/posts/${post}/preview-links`;
      const { id, url } = (await call<{ id: string; url: string }>('POST', path)).body;
      return { id, path: new URL(url).pathname };
    },
    get: (path: string, init: RequestInit = {}) =>
      fetch(server.url + path, { redirect: 'manual', ...init }),
  };
}

/** All that a reader gets, apart from what differs with each request. */
async function answer(response: Response) {
  const headers = Object.fromEntries(response.headers);
  const { 'x-request-id': _, date: __, ...others } = headers;
  return { status: response.status, headers: others, body: await response.text() };
}

test('pages of links that do not work are the same, byte for byte, and no token is logged', async () => {
  const site = await start({ LOG_LEVEL: 'trace' });
  const { id } = await site.createDraft();
  const [works, revoked] = [await site.createLink(id), await site.createLink(id)];
  await site.call('DELETE', `/posts/${id}/preview-links/${revoked.id}`);
  const { id: other } = await site.createDraft();
  const trashed = await site.createLink(other);
  await site.call('DELETE', `/posts/${other}`);
  const shown = await site.get(works.path);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain('This page is not public.');
  const first = await answer(await site.get(`/preview/${'0'.repeat(48)}`));
  expect(first.status).toBe(404);
  expect(first.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(first.body).toContain('<meta name="robots" content="noindex"/>');
  const malformed = ['x', 'A'.repeat(48), 'a'.repeat(9_000), '%00', works.path.slice(-47), id];
  for (const path of [revoked.path, trashed.path, ...malformed.map((text) => `/preview/${text}`)])
    expect(await answer(await site.get(path)), path).toEqual(first);

  for (const method of ['POST', 'DELETE'])
    for (const { path } of [works, revoked])
      expect((await site.get(path, { method })).status).toBe(405);
  const head = await site.get(works.path, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const path of [
    works.path.toUpperCase(),
    `${works.path}/`,
    `/${works.path}`,
    `/api${works.path}`,
  ])
    await site.get(path);

  site.child.kill('SIGTERM');
  expect(await site.exited).toBe(0);
  const log = site.output.stdout + site.output.stderr;
  expect(log).toContain('/preview/:token');
  for (const { path } of [works, revoked, trashed])
    expect(log.toLowerCase()).not.toContain(path.slice('/preview/'.length));
});

test('a preview is never cached, and is in no feed or map', async () => {
  const site = await start();
  const { id, slug } = await site.createDraft();
  const { path } = await site.createLink(id);
  const write = (title: string) =>
    site.call('PUT', `/working-copies/${id}`, { base_version: 1, form: { title } });
  for (const title of ['First words', 'Second words']) {
    await write(title);
    expect(await (await site.get(path)).text()).toContain(`<h1`);
    expect(await (await site.get(path)).text()).toContain(title);
  }
  for (const list of ['/sitemap.xml', '/feed.xml', '/', '/blog']) {
    const text = await (await site.get(list)).text();
    for (const secret of [path, slug, 'First words', 'Second words'])
      expect(text).not.toContain(secret);
  }
  await site.call('PUT', `/posts/${id}`, { ...FIELDS, published: true });
  const moved = await site.get(`${path}?from=mail`);
  expect(moved.status).toBe(307);
  expect(Object.fromEntries(moved.headers)).toMatchObject({
    location: `/blog/${slug}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await site.call('PUT', `/posts/${id}`, { ...FIELDS, published: false });
  expect(await (await site.get(path)).text()).toContain('Second words');
});

test('a link of a public post shows its changes, which no other page has', async () => {
  const site = await start();
  const { id, slug } = await site.createDraft();
  await site.call('PUT', `/posts/${id}`, { ...FIELDS, published: true });
  const { path } = await site.createLink(id);
  expect((await site.get(path)).headers.get('location')).toBe(`/blog/${slug}`);
  await site.call('PUT', `/working-copies/${id}`, {
    base_version: 2,
    form: { title: 'New words' },
  });
  const shown = await site.get(path);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  const page = await shown.text();
  expect(page).toContain('These changes are not public.');
  expect(page).toContain('New words');
  for (const other of [`/blog/${slug}`, '/', '/blog', '/feed.xml', '/sitemap.xml'])
    expect(await (await site.get(other)).text()).not.toContain('New words');
});

test('the site without the API shows previews, and logs no token when the API fails', async () => {
  const api = await start();
  const { id, slug } = await api.createDraft();
  const { path } = await api.createLink(id);
  const settings = { DATA_DIR: temporaryFolder(), API_URL: api.url, LOG_LEVEL: 'trace' };
  const site = await startServer(settings, 'web');
  const get = (wanted: string) => fetch(site.url + wanted, { redirect: 'manual' });
  expect(await (await get(path)).text()).toContain('This page is not public.');
  expect((await get('/preview/wrong')).status).toBe(404);
  await api.call('PUT', `/posts/${id}`, { ...FIELDS, published: true });
  expect((await get(path)).headers.get('location')).toBe(`/blog/${slug}`);
  api.child.kill('SIGTERM');
  await api.exited;
  const failed = await get(path);
  expect([failed.status, failed.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(await failed.text()).toContain('Please try again in a moment.');
  site.child.kill('SIGTERM');
  await site.exited;
  expect(site.output.stdout + site.output.stderr).not.toContain(path.slice('/preview/'.length));
});

test('previews that take long do not keep other pages waiting', async () => {
  const asked: string[] = [];
  const api = createServer(({ url = '' }, response) => {
    asked.push(url);
    // A preview gets no answer.
    if (!url.startsWith('/api/preview/')) response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    api.closeAllConnections();
    api.close();
  });
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  const site = await startServer({ API_URL: `http://127.0.0.1:${port}` }, 'web');
  const left = new AbortController();
  const previews = Array.from({ length: 8 }, (_, n) =>
    fetch(`${site.url}/preview/${n}`, { signal: left.signal }).catch(() => {}),
  );
  await expect.poll(() => asked.join()).toContain('/api/preview/');
  const page = await fetch(`${site.url}/blog/nothing`, { signal: AbortSignal.timeout(4_000) });
  expect(page.status).toBe(404);
  left.abort();
  await Promise.all(previews);
});
