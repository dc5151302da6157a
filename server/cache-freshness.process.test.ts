import { request } from 'node:http';
import { MAX_REVISION_LAG_MS } from '@longhand/response-cache';
import { expect, test } from 'vitest';
import { administrator, startServer, temporaryFolder } from '../test-support/server-process.ts';

const PASSWORD = 'a test password';
const POST = '/blog/the-machine-that-added-up-the-sea';

async function startWriting(url: string) {
  const { call } = await administrator(url, PASSWORD);
  return async (method: string, path: string, body?: object) =>
    (await call<{ id: string; slug: string }>(method, path, body)).body;
}

const words = { title: 'Hot off the press', excerpt: 'Short', content: '<p>One</p>' };

test('pages are cached under their canonical URL only, and are current on the next request', async () => {
  const { url } = await startServer({
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD: PASSWORD,
    DEMO_CONTENT: 'true',
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { redirect: 'manual', headers });
  const cacheControl = async (path: string) => (await get(path)).headers.get('cache-control');
  const topics = ['/blog?tag=Science', '/topics/Science', '/topics/Science?utm_source=x'];
  for (const path of ['/', '/blog', ...topics, '/about', POST, `${POST}?utm_source=x`]) {
    expect(await cacheControl(path), path).toBe('public, max-age=0, must-revalidate');
  }
  const unknown = ['/blog/no', '/no', '/topics/x', '/archive/1999', '/archive/x'];
  for (const path of ['/blog?q=sea', '/blog?tag=science', '/topics/science', ...unknown]) {
    expect(await cacheControl(path), path).toBe('no-cache');
  }
  const write = await startWriting(url);
  const tagOf = async (path: string) => (await get(path)).headers.get('etag') ?? '';
  const home = await tagOf('/');
  const sea = await tagOf(POST);
  expect(home).toMatch(/^"[\w-]{22}(-\w+)?"$/);
  expect(await tagOf(`${POST}?utm_source=x`)).toBe(sea);
  expect((await get('/', { 'if-none-match': home })).status).toBe(304);

  const draft = await write('POST', '/posts', { ...words, published: false });
  expect((await get('/', { 'if-none-match': home })).status).toBe(304);
  expect((await get(`/blog/${draft.slug}`)).status).toBe(404);
  for (let n = 0; n < 20; n += 1) {
    await write('PUT', `/posts/${draft.id}`, { ...words, content: `${n}!`, published: true });
    expect(await (await get(`/blog/${draft.slug}`)).text()).toContain(`${n}!`);
    expect((await get('/', { 'if-none-match': home })).status).toBe(200);
  }
  expect(await (await get('/feed.xml')).text()).toContain(words.title);
  // The other post has not changed, and neither has its ETag.
  expect((await get(POST, { 'if-none-match': sea })).status).toBe(304);
  await write('PUT', `/posts/${draft.id}`, { ...words, slug: 'elsewhere' });
  const moved = await get(`/blog/${draft.slug}?from=mail`);
  expect(moved.status).toBe(301);
  expect(moved.headers.get('location')).toBe('/blog/elsewhere?from=mail');

  const page = await write('POST', '/pages', { title: 'Imprint', content: 'x' });
  expect((await get('/imprint')).status).toBe(200);
  await write('PUT', `/pages/${page.id}`, { slug: 'legal' });
  const renamed = await get('/imprint?from=mail');
  expect([renamed.status, renamed.headers.get('location')]).toEqual([301, '/legal?from=mail']);
  const sitemap = await (await get('/sitemap.xml')).text();
  expect(sitemap).toContain('/legal<');
  expect(sitemap).not.toContain('/imprint<');
});

test('unusual spellings of a URL never get the response of another', async () => {
  const { port } = await startServer({ DATA_DIR: temporaryFolder(), ADMIN_PASSWORD: PASSWORD });
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      request({ port, path }, (response) => {
        response.resume();
        resolve(`${response.statusCode} ${response.headers['content-type']?.split(';')[0]}`);
      })
        .on('error', reject)
        .end();
    });
  const odd = ['http://x/a/../api/tags', '/a/../api/tags', 'http://x/blog/../feed.xml'];
  const regular = ['/api/tags', 'http://x/api/tags', '/feed.xml', '/blog'];
  for (let n = 0; n < 2; n += 1) {
    expect(await Promise.all([...odd, ...regular].map(ask))).toEqual([
      '404 text/html',
      '404 text/html',
      '404 text/html',
      '200 application/json',
      '200 application/json',
      '200 application/rss+xml',
      '200 text/html',
    ]);
  }
  expect(await ask(`/feed.xml?tag=${'x'.repeat(300)}`)).toBe('404 text/plain');
  expect(await ask('/sitemap-2.xml')).toBe('404 text/plain');
});

test('a site with a remote API sees a change soon, and works while the API is down', async () => {
  const api = await startServer({ DATA_DIR: temporaryFolder(), ADMIN_PASSWORD: PASSWORD }, 'api');
  const web = await startServer({ API_URL: api.url }, 'web');
  const home = async () => (await fetch(web.url)).text();
  expect(await home()).not.toContain(words.title);
  const write = await startWriting(api.url);
  await write('POST', '/posts', { ...words, published: true });
  await expect.poll(home).toContain(words.title);
  // Longer than apiLagMs: from then on it is cached.
  await new Promise((resolve) => setTimeout(resolve, MAX_REVISION_LAG_MS + 600));
  await home();
  api.child.kill('SIGKILL');
  await api.exited;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await home()).toContain(words.title);
});
