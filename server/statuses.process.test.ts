import { expect, test } from 'vitest';
import {
  freePort,
  sharedServer,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

const sampleSite = sharedServer();
const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

async function filesOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  return [/\/assets\/(?!words)[^" ]+\.js/, /\/uploads\/[\w-]+\.\w+/].map((pattern) => {
    const [path] = pattern.exec(html) ?? [];
    if (path === undefined) throw new Error(`The page names nothing like ${pattern}.`);
    return path;
  });
}

test('another method is 405 with Allow where a page or file exists, otherwise 404', async () => {
  const { url } = await sampleSite();
  const [post] = (await (await fetch(`${url}/api/posts`)).json()) as [{ slug: string }];
  const pages = ['/', '/blog', '/blog?q=a', `/blog/${post.slug}`, '/about', '/login', '/admin'];
  const documents = ['/feed.xml', '/atom.xml', '/sitemap.xml', '/robots.txt', '/favicon.ico'];
  const files = await filesOf(url);
  const body = JSON.stringify({ a: 1 });
  const headers = { 'content-type': 'application/json' };
  for (const path of [...pages, ...documents, '/manifest.webmanifest', '/BLOG/', ...files])
    for (const method of OTHER_METHODS) {
      const sends = method === 'OPTIONS' ? {} : { body, headers };
      const response = await fetch(url + path, { method, redirect: 'manual', ...sends });
      expect([method, path, response.status]).toEqual([method, path, 405]);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  for (const path of ['/nothing', '/blog/nothing', '/assets/nothing.js', '/api/nothing', '/a/b/c'])
    for (const method of OTHER_METHODS)
      expect([method, path, (await fetch(url + path, { method })).status]).toEqual([
        method,
        path,
        404,
      ]);
  for (const path of pages)
    expect((await fetch(url + path, { method: 'HEAD' })).status, path).toBe(200);
});

test('the same with WEB_ORIGINS, and preflight requests work', async () => {
  const origin = 'https://a.example';
  const { url } = await startServer({ DATA_DIR: temporaryFolder(), WEB_ORIGINS: origin });
  expect((await fetch(`${url}/blog`, { method: 'POST' })).status).toBe(405);
  const sent = [
    ...['authorization', 'content-type', 'idempotency-key'],
    ...['if-match', 'if-none-match', 'working-copy'],
  ];
  const headers = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': sent.join(),
  };
  const response = await fetch(`${url}/api/admin/posts`, { method: 'OPTIONS', headers });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */);
  expect(allowed).toEqual(expect.arrayContaining(sent));
});

test('an unsatisfiable range is 416 with the size of the file', async () => {
  const { url } = await sampleSite();
  for (const path of await filesOf(url)) {
    const size = (await (await fetch(url + path)).arrayBuffer()).byteLength;
    const headers = { range: `bytes=${size}-`, 'accept-encoding': 'identity' };
    const response = await fetch(url + path, { headers });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
  }
});

test('every 503 has Retry-After, also while the API is down', async () => {
  const { url } = await startServer({ API_URL: `http://127.0.0.1:${await freePort()}` }, 'web');
  for (const path of ['/readyz', '/', '/blog', '/blog?q=a', '/blog/a-post', '/feed.xml']) {
    const response = await fetch(url + path);
    expect([path, response.status]).toEqual([path, 503]);
    expect(response.headers.get('retry-after'), path).toMatch(/^[1-9]\d*$/);
  }
});
