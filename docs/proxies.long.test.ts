import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { sendRequest } from '../test-support/http-client.ts';
import { connectHttp2, type Http2Client } from '../test-support/http2-client.ts';
import {
  choosePorts,
  hasIpv6,
  missingFor,
  PROXY_NAMES,
  type ProxyName,
  startProxy,
} from '../test-support/proxies.ts';
import { startServer, temporaryFolder } from '../test-support/server-process.ts';
import { postFields } from '../test-support/test-app.ts';
import { uploadForm } from '../test-support/uploads.ts';

const PASSWORD = 'a password behind a proxy';
const FORGED = { 'x-forwarded-for': '203.0.113.99', 'x-request-id': 'chosen-by-a-visitor' };
const NOT_INSTALLED = 'the proxy or openssl is not installed';
const JSON_TYPE = { 'content-type': 'application/json' };

type Line = Readonly<Record<string, unknown>>;

/** The blog behind a proxy, as a visitor on 127.0.0.2 meets it. */
async function startBlogBehind(name: ProxyName) {
  const ports = await choosePorts();
  const proxy = await startProxy(name, ports);
  const origin = `https://blog.example:${ports.https}`;
  const blog = await startServer({
    ...{ PORT: String(ports.blog), DATA_DIR: temporaryFolder(), SITE_URL: origin },
    ...{ TRUST_PROXY: 'loopback', LOG_ACCESS: 'full', ADMIN_PASSWORD: PASSWORD },
  });
  const visitor = connectHttp2({ origin, ca: proxy.ca, localAddress: '127.0.0.2' });
  const plain = (path: string) =>
    sendRequest({ ...proxy.plain, path, headers: { host: 'blog.example' } }, undefined);
  async function stopBlog(): Promise<Line[]> {
    blog.child.kill('SIGTERM');
    await blog.exited;
    return blog.output.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
  return { ...{ ports, proxy, origin, blog, visitor, plain, stopBlog } };
}

type Site = Awaited<ReturnType<typeof startBlogBehind>>;

async function logInAs(visitor: Http2Client): Promise<{ authorization: string }> {
  const credentials = Buffer.from(JSON.stringify({ username: 'admin', password: PASSWORD }));
  const { body } = await visitor.post('/api/login', credentials, JSON_TYPE);
  return { authorization: `Bearer ${JSON.parse(body.toString()).access_token}` };
}

async function upload(visitor: Http2Client, bytes: Buffer, session: { authorization: string }) {
  const form = new Response(uploadForm(bytes));
  const type = { 'content-type': form.headers.get('content-type') ?? '' };
  const body = Buffer.from(await form.arrayBuffer());
  return visitor.post('/api/admin/upload-image', body, { ...session, ...type });
}

/** Random, so that it does not get smaller. */
function largePicture(): Promise<Buffer> {
  const [width, height] = [2_200, 2_200];
  const raw = { width, height, channels: 3 } as const;
  return sharp(randomBytes(width * height * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

async function checkRedirects({ plain }: Site, name: ProxyName): Promise<void> {
  const { status, headers } = await plain('/blog?q=a');
  expect([301, 308]).toContain(status);
  expect(headers.location).toMatch(/^https:\/\/blog\.example(:\d+)?\/blog\?q=a$/);
  if (name === 'nginx')
    expect(`${(await plain('/.well-known/acme-challenge/token')).body}`).toBe('the answer');
}

async function checkPages({ visitor, blog }: Site): Promise<void> {
  const accept = { 'accept-encoding': 'br, gzip' };
  const direct = await fetch(`${blog.url}/about`, { headers: accept });
  const page = await visitor.get('/about', accept);
  for (const header of ['etag', 'content-encoding', 'content-type', 'vary', 'cache-control'])
    expect([header, page.headers[header]]).toEqual([header, direct.headers.get(header)]);
  const etag = { 'if-none-match': page.headers.etag };
  expect((await visitor.get('/about', { ...accept, ...etag })).status).toBe(304);
}

/** The blog’s own answer to a body that is too large, whoever sends it. */
async function checkTooLarge({ visitor, blog }: Site, session: { authorization: string }) {
  const expected = await fetch(`${blog.url}/api/login`, {
    ...{ method: 'POST', headers: JSON_TYPE },
    body: Buffer.alloc(100_000, ' '),
  });
  const tooLarge = Buffer.alloc(20_000_000, ' ');
  const problem = await expected.text();
  for (const response of [
    await upload(visitor, tooLarge, session),
    await visitor.post('/api/admin/posts', tooLarge, { ...session, ...JSON_TYPE }),
    await visitor.post('/api/login', tooLarge.subarray(0, 200_000), JSON_TYPE),
  ]) {
    expect([response.status, `${response.body}`]).toEqual([413, problem]);
    expect(response.headers['content-type']).toBe(expected.headers.get('content-type'));
  }
}

async function checkUploads({ visitor, blog, origin }: Site, session: { authorization: string }) {
  const picture = await largePicture();
  expect(picture.length).toBeGreaterThan(14_000_000);
  const uploaded = await upload(visitor, picture, session);
  expect([uploaded.status, `${uploaded.body}`]).toEqual([
    200,
    expect.stringContaining('/uploads/'),
  ]);
  const { pathname } = new URL(JSON.parse(`${uploaded.body}`).url, origin);
  const direct = Buffer.from(await (await fetch(blog.url + pathname)).arrayBuffer());
  expect((await visitor.get(pathname)).body.equals(direct)).toBe(true);
  // With the picture in it.
  const ticket = await visitor.post('/api/admin/backup-tickets', Buffer.alloc(0), session);
  const { url } = JSON.parse(`${ticket.body}`);
  const archive = await visitor.get(url);
  expect(archive.headers['content-disposition']).toContain('attachment');
  expect(gunzipSync(archive.body).length).toBeGreaterThan(direct.length);
  return url.split('/').at(-1) as string;
}

/** Asks for every address that has a secret, also over http and while the blog is not running. */
async function visitSecrets(site: Site, tokens: readonly string[]): Promise<void> {
  for (const token of tokens)
    for (const folder of [
      'preview',
      'newsletter/leave',
      'api/backups',
      'api/exports',
      'api/preview',
    ]) {
      await site.visitor.get(`/${folder}/${token}`);
      await site.visitor.get(`/${folder.toUpperCase()}/${token}?q=${token}`);
      await site.visitor.get(
        `/${folder.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}/${token}`,
      );
      await site.plain(`/${folder}/${token}`);
    }
}

async function createPreview({ visitor }: Site, session: { authorization: string }) {
  const headers = { ...session, ...JSON_TYPE };
  const draft = { ...postFields, published: false };
  const post = await visitor.post('/api/admin/posts', Buffer.from(JSON.stringify(draft)), headers);
  const { id } = JSON.parse(`${post.body}`);
  const link = await visitor.post(
    `/api/admin/posts/${id}/preview-links`,
    Buffer.from('{}'),
    headers,
  );
  const { pathname } = new URL(JSON.parse(`${link.body}`).url);
  expect((await visitor.get(pathname)).status).toBe(200);
  return pathname.split('/').at(-1) as string;
}

function linesOf(
  lines: readonly Line[],
  { headers }: { headers: Readonly<Record<string, string>> },
) {
  return lines.filter(({ reqId }) => reqId === headers['x-request-id']);
}

async function visitFrom({ origin, proxy, visitor }: Site) {
  const overIpv6 = hasIpv6 && connectHttp2({ origin, ca: proxy.ca, host: '::1' });
  return [
    ['127.0.0.2', await visitor.get('/about', FORGED)],
    ['127.0.0.2', await visitor.get('/api/tags', FORGED)],
    ...(overIpv6 ? ([['::1', await overIpv6.get('/about', FORGED)]] as const) : []),
  ] as const;
}

test.for(PROXY_NAMES)('the blog behind %s, as in docs/proxies.md', async (name, { skip }) => {
  if (missingFor(name).length > 0) return skip(NOT_INSTALLED);
  const site = await startBlogBehind(name);
  const { visitor } = site;
  await checkRedirects(site, name);
  await checkPages(site);
  const session = await logInAs(visitor);
  await checkTooLarge(site, session);
  const ticket = await checkUploads(site, session);
  const token = await createPreview(site, session);
  const visits = await visitFrom(site);
  await visitor.get('/blog?q=secret-search', { referer: 'https://a.example/secret-referrer' });
  expect((await visitor.get('/metrics')).status).toBe(404);
  await visitSecrets(site, [token]);
  const lines = await site.stopBlog();
  await visitSecrets(site, [token]);
  const log = await site.proxy.stop();

  for (const [address, response] of visits) {
    expect(response.headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/);
    expect(linesOf(lines, response)).toEqual([expect.objectContaining({ address })]);
    if (name === 'nginx') expect(log.access).toContain(`${response.headers['x-request-id']}`);
  }
  expect(lines.some(({ url }) => url === '/metrics')).toBe(false);
  expect(log.access).toContain('/blog');
  for (const secret of [token, ticket, 'secret-search', 'secret-referrer'])
    expect(log.all).not.toContain(secret);
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A proxy in front of a server that answers as told. */
async function startStandInBehind(name: ProxyName, handle: Handler) {
  const ports = await choosePorts();
  const server = createServer(handle).listen(ports.blog, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { ca } = await startProxy(name, ports);
  return connectHttp2({ origin: `https://blog.example:${ports.https}`, ca });
}

test.for(PROXY_NAMES)(
  '%s passes on downloads while they are made, and refusals before the body has arrived',
  async (name, { skip }) => {
    if (missingFor(name).length > 0) return skip(NOT_INSTALLED);
    // Caddy waits until a buffer is full.
    const first = 'a'.repeat(name === 'nginx' ? 10 : 300_000);
    const held: ServerResponse[] = [];
    const visitor = await startStandInBehind(name, (request, response) => {
      if (request.method === 'POST') response.writeHead(401).end('refused');
      else {
        response.write(first);
        held.push(response);
      }
    });
    for (const folder of ['backups', 'exports']) {
      const download = visitor.open({ ':path': `/api/${folder}/ticket` });
      await once(download, 'data');
      const ended = once(download.resume(), 'end');
      held.pop()?.end();
      await ended;
    }
    for (const path of ['/api/admin/imports?name=a.zip', '/api/admin/upload-image']) {
      const post = visitor.open(
        { ':path': path, ':method': 'POST', 'content-length': 400_000_000 },
        false,
      );
      post.on('error', () => {}).write('the first bytes of many');
      const [{ ':status': status }] = await once(post, 'response');
      expect(status).toBe(401);
      post.close();
    }
  },
);

test('nginx refuses more than a hundred requests of one address at the same time', async ({
  skip,
}) => {
  if (missingFor('nginx').length > 0) return skip(NOT_INSTALLED);
  const held: ServerResponse[] = [];
  const visitor = await startStandInBehind('nginx', (_request, response) => held.push(response));
  const responses = Array.from({ length: 100 }, () => visitor.get('/blog'));
  await expect.poll(() => held.length).toBe(100);
  expect((await visitor.get('/blog')).status).toBe(429);
  for (const response of held) response.end();
  expect(new Set((await Promise.all(responses)).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
});
