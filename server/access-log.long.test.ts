import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import {
  administrator,
  logIn,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

const PASSWORD = 'a password that nobody logs';

type Line = Record<string, unknown> & { readonly level: number; readonly msg: string };

function read(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function start(settings: Record<string, string> = {}, part?: 'web') {
  const own = { ADMIN_PASSWORD: PASSWORD, DATA_DIR: temporaryFolder() };
  const all = { ...own, ...settings };
  const server = await startServer(all, part);
  const stop = async (): Promise<Line[]> => {
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    return read(server.output.stdout);
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' });
  return { ...server, stop, get };
}

/** The lines with the request id of a response. */
function linesOf(lines: readonly Line[], response: Response): Line[] {
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return lines.filter(({ reqId }) => reqId === id);
}

test('the log contains no search terms, referrers or request bodies', async () => {
  const site = await start({ LOG_LEVEL: 'trace' });
  const referrer = { referer: 'https://other.example/?q=secret-place', cookie: 'a=secret-cookie' };
  for (const path of [
    '/blog?q=secret-search',
    '/blog?q=secret-search&tag=secret-topic',
    '/blog/?q=secret-search',
    '/api/posts?q=secret-search',
    '/api/posts?limit=secret-search',
    '/feed.xml?tag=secret-topic',
    '/nothing?q=secret-search',
    '/api/nothing?q=secret-search',
    '/healthz?q=secret-search',
    '/assets/%00?q=secret-search',
    '/%ff?q=secret-search',
  ])
    await site.get(path, referrer);
  const { port, url } = site;
  const absolute = request({ port, path: `${url}/blog?q=secret-search`, agent: false });
  absolute.end();
  const [response] = await once(absolute, 'response');
  response.resume();
  await logIn(url, 'secret-password', 'secret-name');
  const { call, authorization } = await administrator(url, PASSWORD);
  await call('POST', '/posts', { title: 'secret-title' });
  await call('POST', '/save-image-url', { image_url: 'https://secret-host.example/' });
  await fetch(`${url}/api/admin/posts?q=secret-search`, { headers: { authorization } });
  const lines = await site.stop();
  expect(lines.length).toBeGreaterThan(15);
  const text = JSON.stringify(lines) + site.output.stderr;
  expect(text).not.toContain('secret');
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain(authorization.slice('Bearer '.length));
});

test('a page is one line with its request id, cached or not; in-process calls are not logged', async () => {
  const site = await start();
  const rendered = await site.get('/');
  const cached = await site.get('/');
  const notModified = await site.get('/', { 'if-none-match': `${cached.headers.get('etag')}` });
  const lines = await site.stop();
  expect(notModified.status).toBe(304);
  for (const response of [rendered, cached, notModified]) {
    const { status } = response;
    const line = {
      method: 'GET',
      url: '/',
      status,
      address: '127.0.0.0/24',
      msg: `GET / ${status}`,
    };
    expect(linesOf(lines, response)).toEqual([expect.objectContaining(line)]);
  }
  expect(lines.filter(({ msg }) => msg.startsWith('GET /api/'))).toEqual([]);
});

/** What a page or feed asks of the API: each thing once. */
const ASKED = {
  '/': ['/api/posts', '/api/site'],
  '/about': ['/api/pages/about', '/api/site'],
  '/blog?q=a': ['/api/archive', '/api/posts', '/api/site', '/api/tags'],
  '/feed.xml': ['/api/posts', '/api/site'],
};

test('at debug level, the calls that a page makes in-process have the id of its request', async () => {
  const site = await start({ LOG_LEVEL: 'debug' });
  const pages = new Map<string, Response>();
  for (const path of Object.keys(ASKED)) pages.set(path, await site.get(path));
  const lines = await site.stop();
  const asked = [...pages].map(([path, page]) => {
    const [calls = [], others = []] = ['/api/', '/'].map((start) =>
      linesOf(lines, page).filter(({ url }) => String(url).startsWith(start)),
    );
    for (const call of calls) {
      expect(call).toMatchObject({ level: 20 });
      expect(call).not.toHaveProperty('address');
    }
    expect(others.at(-1)).toMatchObject({ level: 30, address: '127.0.0.0/24' });
    return [path, calls.map(({ url }) => url).toSorted()];
  });
  expect(Object.fromEntries(asked)).toEqual(ASKED);
});

test('a valid request id is accepted from a trusted proxy only', async () => {
  const behind = await start({ TRUST_PROXY: 'loopback' });
  const open = await start();
  const given = { 'x-request-id': 'an-id_of.the-proxy', 'x-forwarded-for': '203.0.113.77' };
  const idOf = async (site: typeof open, path: string, headers: Record<string, string>) =>
    (await site.get(path, headers)).headers.get('x-request-id');
  for (const path of ['/api/tags', '/', '/']) {
    expect(await idOf(behind, path, given)).toBe(given['x-request-id']);
    for (const odd of ['a b', 'x'.repeat(65), '"}', 'a,b', ''])
      expect(await idOf(behind, path, { 'x-request-id': odd })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf(open, path, given)).toMatch(/^[0-9a-f-]{36}$/);
  }
  const lines = await behind.stop();
  const named = lines.filter(({ reqId }) => reqId === given['x-request-id']);
  expect(named.map(({ address }) => address)).toEqual(Array(3).fill('203.0.113.0/24'));
  expect((await open.stop()).filter(({ address }) => address === '203.0.113.0/24')).toEqual([]);
});

test('LOG_ACCESS=full logs full addresses, off logs only failures', async () => {
  const full = await start({ LOG_ACCESS: 'full', TRUST_PROXY: 'true' });
  await full.get('/', { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' });
  await full.get('/', { 'x-forwarded-for': 'what anybody writes' });
  const addresses = (await full.stop())
    .filter(({ url }) => url === '/')
    .map(({ address }) => address);
  expect(addresses).toEqual(['2001:db8:1:2:3:4:5:6', undefined]);

  const off = await start({ LOG_ACCESS: 'off', LOG_LEVEL: 'trace' });
  for (const path of ['/', '/', '/api/tags', '/nothing']) await off.get(path);
  const lines = await off.stop();
  expect(lines.filter((line) => 'url' in line || 'address' in line)).toEqual([]);
  expect(lines.some(({ msg }) => msg === 'stopped')).toBe(true);
});

test('the site without the API logs as little, with the same ids', async () => {
  const api = await start({ TRUST_PROXY: 'loopback' });
  const site = await start({ API_URL: api.url }, 'web');
  const found = await site.get('/blog?q=secret-search');
  expect(found.status).toBe(200);
  const inApi = await api.stop();
  const failed = await site.get('/blog?q=secret-search');
  expect(failed.status).toBe(503);
  const lines = await site.stop();
  expect(linesOf(inApi, found).length).toBeGreaterThan(0);
  expect(linesOf(lines, found)).toMatchObject([{ url: '/blog', address: '127.0.0.0/24' }]);
  expect(linesOf(lines, failed).at(-1)).toMatchObject({ status: 503, url: '/blog' });
  expect(JSON.stringify([...lines, ...inApi]) + site.output.stderr).not.toContain('secret');
});
