import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, logIn, startServer, temporaryFolder } from '../test-support/server-process.ts';

const PASSWORD = 'a test password';

type Init = { method?: string; headers?: Record<string, string>; body?: string };
type Case = readonly [what: string, path: string, status: number, init?: Init];

const POSTED = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

const PAGE_CASES: readonly Case[] = [
  ['a page', '/', 200],
  ['a cached page', '/', 200],
  ['a search', '/blog?q=the', 200],
  ['the login', '/login', 200],
  ['an admin page', '/admin', 200],
  ['a page that is not there', '/nothing', 404],
  ['a page under another address', '/BLOG/', 301],
  ['an icon', '/favicon.ico', 200],
  ['a feed', '/feed.xml', 200],
  ['the map', '/sitemap.xml', 200],
  ['robots.txt', '/robots.txt', 200],
  ['the manifest', '/manifest.webmanifest', 200],
  ['the service worker', '/service-worker.js', 200],
  ['an asset that is not there', '/assets/nothing.js', 404],
  ['health', '/healthz', 200],
  ['readiness', '/readyz', 200],
];

const API_CASES: readonly Case[] = [
  ['a list', '/api/posts', 200],
  ['a cached list', '/api/posts', 200],
  ['a post that is not there', '/api/posts/nothing', 404],
  ['a call that is not there', '/api/nothing', 404],
  ['a wrong method', '/api/posts', 405, { method: 'DELETE' }],
  ['bad input', '/api/login', 400, POSTED],
  ['no session', '/api/admin/posts', 401],
  ['an address that cannot be read', '/api/posts/%E0%A4%A', 400],
  ['the description', '/api/openapi.json', 200],
  ['its page', '/api/docs', 200],
  ['a file of that page', '/api/docs/static/swagger-ui.css', 200],
  ['a picture that is not there', '/uploads/nothing.png', 404],
  ['health', '/healthz', 200],
];

function expectSecurityHeaders(what: string, headers: Headers, isHttps: boolean): void {
  const get = (name: string) => headers.get(name) ?? '';
  const policy = get('content-security-policy');
  expect(policy, what).toMatch(/^default-src 'none'; /);
  expect(policy, what).toContain("frame-ancestors 'none'");
  expect(policy, what).toContain("base-uri 'none'");
  expect(policy, what).not.toMatch(/unsafe|\*/);
  expect(get('x-frame-options'), what).toBe('DENY');
  expect(get('x-content-type-options'), what).toBe('nosniff');
  expect(get('referrer-policy'), what).toBe('strict-origin-when-cross-origin');
  expect(get('cross-origin-opener-policy'), what).toBe('same-origin');
  expect(get('cross-origin-resource-policy'), what).toMatch(/^(same|cross)-origin$/);
  expect(get('permissions-policy'), what).toContain('camera=()');
  expect(get('strict-transport-security'), what).toBe(isHttps ? 'max-age=31536000' : '');
  expect(get('set-cookie'), what).toBe('');
}

/** A script or font is no document: only these mean something for it. */
function expectSubresourceHeaders(path: string, headers: Headers): void {
  expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
  expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
  expect(headers.get('permissions-policy'), path).toBeNull();
  expect(headers.get('content-security-policy'), path).toBeNull();
}

async function expectAll(url: string, cases: readonly Case[], isHttps: boolean): Promise<void> {
  for (const [what, path, status, init] of cases) {
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    expect(response.status, what).toBe(status);
    expectSecurityHeaders(what, response.headers, isHttps);
    await response.body?.cancel();
  }
}

/** Sends bytes that no HTTP client would send. */
async function exchange(port: number, bytes: string): Promise<Response> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(bytes);
  await once(socket, 'end');
  socket.destroy();
  const [head = '', body] = received.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
  return new Response(body ?? null, { status: Number(status.split(' ')[1]), headers });
}

const HEALTH_REQUEST = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
/** With a type, but without a length. */
const EMPTY_REQUEST =
  'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n';

const INVALID = [
  ['nonsense', 'NONSENSE\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n', 400],
  [
    'two hosts, for a cached page',
    `GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n${HEALTH_REQUEST}`,
    400,
  ],
  ['no host, for a cached page', `GET / HTTP/1.1\r\n\r\n${HEALTH_REQUEST}`, 400],
  ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
] as const;

async function expectInvalid(port: number, isHttps: boolean): Promise<void> {
  for (const [what, bytes, status] of INVALID) {
    const response = await exchange(port, bytes);
    expect(response.status, what).toBe(status);
    expectSecurityHeaders(what, response.headers, isHttps);
  }
}

test('every response of one process has the security headers that mean something for it', async () => {
  const settings = {
    ADMIN_PASSWORD: PASSWORD,
    SITE_URL: 'https://blog.example',
    DEMO_CONTENT: 'true',
  };
  const { url, port } = await startServer({ ...settings, DATA_DIR: temporaryFolder() });
  await expectAll(url, [...PAGE_CASES, ...API_CASES], true);
  await expectInvalid(port, true);
  expect((await exchange(port, EMPTY_REQUEST)).status).toBe(400);

  const page = await fetch(url);
  const etag = page.headers.get('etag') ?? '';
  const html = await page.text();
  const unchanged = await fetch(url, { headers: { 'if-none-match': etag } });
  expect(unchanged.status).toBe(304);
  expectSecurityHeaders('an unchanged page', unchanged.headers, true);
  const [post] = (await (await fetch(`${url}/api/posts`)).json()) as [{ slug: string }];
  const picture = /\/uploads\/[^" ]+/.exec(html)?.[0];
  for (const path of [picture, `/social/${post.slug}-00000000.jpg`]) {
    const file = await fetch(url + path);
    expect(file.status, path).toBe(200);
    expectSecurityHeaders(path ?? '', file.headers, true);
  }
  for (const pattern of [/\/assets\/[^" ]+\.js/, /\/assets\/[^" ]+\.woff2/]) {
    const path = pattern.exec(html)?.[0];
    const file = await fetch(url + path);
    expect(file.status, path).toBe(200);
    expectSubresourceHeaders(path ?? '', file.headers);
  }
  const login = await logIn(url, PASSWORD);
  expectSecurityHeaders('a login', login.headers, true);
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const list = await fetch(`${url}/api/admin/posts`, { headers });
  expectSecurityHeaders('a list for the administrator', list.headers, true);
  const out = await fetch(`${url}/api/logout`, { method: 'POST', headers });
  expect(out.status).toBe(204);
  expectSecurityHeaders('nothing', out.headers, true);
});

test('so does every response of two hosts, without HSTS if there is no https', async () => {
  const webPort = await freePort();
  const web = `http://localhost:${webPort}`;
  const api = await startServer({ DATA_DIR: temporaryFolder(), WEB_ORIGINS: web }, 'api');
  await startServer({ API_URL: api.url, PORT: String(webPort), SITE_URL: web }, 'web');
  await expectAll(web, PAGE_CASES, false);
  await expectAll(api.url, API_CASES, false);
  await expectInvalid(webPort, false);
  await expectInvalid(api.port, false);
  expect((await exchange(webPort, EMPTY_REQUEST)).status).toBe(404);
  await expectAll(web, [['a call to the wrong host', '/api/login', 404, POSTED]], false);
});

test('beyond MAX_CONNECTIONS a new connection gets a 503, and the others are served', async () => {
  const settings = { MAX_CONNECTIONS: '6' };
  const { url, port } = await startServer({ ...settings, DATA_DIR: temporaryFolder() });
  const silent: Socket[] = [];
  let response = await exchange(port, HEALTH_REQUEST);
  while (response.status === 200 && silent.length < 10) {
    silent.push(connect(port, '127.0.0.1'));
    response = await exchange(port, HEALTH_REQUEST);
  }
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expectSecurityHeaders('too many connections', response.headers, false);
  const [first] = silent;
  first?.write(HEALTH_REQUEST);
  const [bytes] = first ? await once(first, 'data') : [];
  expect(String(bytes)).toContain('HTTP/1.1 200');
  for (const socket of silent) socket.destroy();
  await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200);
});
