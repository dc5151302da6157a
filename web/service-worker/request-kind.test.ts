import { expect, test } from 'vitest';
import { canKeep, handledKind, isGone, isNoScript, kindOf } from './request-kind.ts';

const SITE = 'https://blog.example';

type Asked = Parameters<typeof handledKind>[0];

function kindOfRequest(path: string, request: Partial<Asked> = {}) {
  const navigation = { method: 'GET', mode: 'navigate', headers: new Headers(), referrer: '' };
  return handledKind({ url: new URL(path, SITE).href, ...navigation, ...request } as Asked, SITE);
}

function kindOfFile(path: string, referrer = `${SITE}/blog`, headers = {}) {
  return kindOfRequest(path, { mode: 'no-cors', referrer, headers: new Headers(headers) });
}

test.each([
  '/',
  '/blog',
  '/blog/a-post',
  '/blog?tag=Science',
  '/topics/node.js',
  '/about',
  '/administration',
])('%s is a page', (path) => {
  expect(kindOfRequest(path)).toBe('page');
});

test.each([
  '/admin',
  '/Admin/posts/new',
  '/login',
  '/preview/secret',
  '/newsletter',
  '/newsletter/leave/secret',
  '/api/posts',
  '/api/docs',
  '/social/a-post-00000000.jpg',
  '/feed.xml',
  '/sitemap-1.xml',
  '/service-worker.js',
  '/.well-known/security.txt',
  '/healthz',
  '/uploads/a.webp',
  'https://elsewhere.example/blog',
])('%s is left alone when it is opened', (path) => {
  expect(kindOfRequest(path)).toBeNull();
});

test('what is sent or partial, or has a session, is left alone', () => {
  expect(kindOfRequest('/blog', { method: 'POST' })).toBeNull();
  expect(
    kindOfRequest('/blog', { headers: new Headers({ authorization: 'Bearer x' }) }),
  ).toBeNull();
  expect(kindOfFile('/uploads/a.webp', undefined, { range: 'bytes=0-1' })).toBeNull();
});

test('files are kept for public pages only', () => {
  expect(kindOfFile('/assets/entry-1.js')).toBe('asset');
  expect(kindOfFile('/assets/part-1.js', `${SITE}/assets/entry-1.js`)).toBe('asset');
  expect(kindOfFile('/uploads/320/a.png.webp')).toBe('image');
  for (const referrer of ['', `${SITE}/admin`, `${SITE}/preview/x`, 'https://elsewhere.example/'])
    expect(kindOfFile('/assets/entry-1.js', referrer), referrer).toBeNull();
});

test('calls are left alone, and pages that a script asks for', () => {
  for (const path of ['/api/posts', '/api/site', '/blog', '/manifest.webmanifest'])
    expect(kindOfFile(path), path).toBeNull();
});

test('an address that cannot be read is nothing', () => {
  expect(kindOf('about:client', SITE)).toBeNull();
  expect(kindOf('', SITE)).toBeNull();
});

function answer(status: number, policy: string) {
  return { status, headers: new Headers({ 'cache-control': policy }) };
}

test('only what the server calls public or immutable is kept', () => {
  expect(canKeep('page', answer(200, 'public, max-age=0, must-revalidate'))).toBe(true);
  for (const policy of ['no-cache', 'no-store', ''])
    expect(canKeep('page', answer(200, policy)), policy).toBe(false);
  expect(canKeep('page', answer(404, 'public'))).toBe(false);
  expect(canKeep('image', answer(200, 'public, max-age=31536000, immutable'))).toBe(true);
  expect(canKeep('image', answer(200, 'public, max-age=0'))).toBe(false);
  expect(canKeep('asset', answer(206, 'public, max-age=31536000, immutable'))).toBe(false);
});

test('a page that is not there or has moved is gone, and one that failed is not', () => {
  for (const status of [0, 301, 404, 410])
    expect(isGone({ status, redirected: false }), `${status}`).toBe(true);
  expect(isGone({ status: 200, redirected: true })).toBe(true);
  for (const status of [200, 304, 403, 429, 500, 503])
    expect(isGone({ status, redirected: false }), `${status}`).toBe(false);
});

test('a server without the script is one that has nothing there, or a page', () => {
  const script = (status: number, type: string) => ({
    status,
    headers: new Headers({ 'content-type': type }),
  });
  for (const status of [404, 410]) expect(isNoScript(script(status, 'text/html'))).toBe(true);
  expect(isNoScript(script(200, 'text/html'))).toBe(true);
  expect(isNoScript(script(200, 'text/javascript; charset=utf-8'))).toBe(false);
  for (const status of [403, 429, 500, 503])
    expect(isNoScript(script(status, 'text/html')), `${status}`).toBe(false);
});
