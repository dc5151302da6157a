import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { AppResponse } from './app-response.ts';
import { createRequestListener } from './fast-path.ts';
import { createResponseCache } from './response-cache.ts';
import { sendCached } from './send.ts';

const TEXT = 'a page '.repeat(1_000);

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer };

/** As long as those that are made here, or not: the front sends them in different ways. */
function idOf(n: number): string {
  return n % 3 === 2 ? `front-${n}` : `front-${n}`.padEnd(36, '-');
}

async function startServer(text = TEXT) {
  let number = 1;
  let handled = 0;
  const revision = {
    known: () => number,
    current: async () => number,
    look: async () => number,
    forget: () => {},
  };
  const kept = createResponseCache({ revision });
  const logged: { id: string; status: number }[] = [];
  const app = Fastify({
    serverFactory(handle) {
      const server = createServer({ ServerResponse: AppResponse, keepAliveTimeout: 72_000 });
      const listener = createRequestListener(handle, {
        server,
        cache: kept,
        generateRequestId: () => idOf(logged.length),
        log: (_request, { id, status }) => logged.push({ id, status }),
        refuse: (_request, response) => response.writeHead(503).end(),
      });
      return server.on('request', listener);
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    handled += 1;
    reply.header('x-request-id', request.id);
    reply.header('x-frame-options', 'DENY');
    const { origin } = request.headers;
    if (origin) reply.header('access-control-allow-origin', origin);
  });
  app.get('/*', async (request, reply) => {
    const answer = await kept.get(request.url, async () => ({
      keep: request.url === '/page',
      status: request.url === '/page' ? 200 : 404,
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
      body: text + number,
    }));
    return sendCached(request, reply, answer);
  });
  const address = new URL(await app.listen({ port: 0 }));
  onTestFinished(() => app.close());

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      httpRequest(new URL(path, address), { headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const { date: _, ...rest } = response.headers;
          const status = response.statusCode ?? 0;
          resolve({ status, headers: rest, body: Buffer.concat(chunks) });
        });
      })
        .on('error', reject)
        .end();
    });
  return {
    get,
    address,
    change: () => {
      number += 1;
    },
    handled: () => handled,
    logged,
  };
}

test('what is kept is answered without the framework, in the same words', async () => {
  const { get, handled } = await startServer();
  const first = await get('/page', { 'accept-encoding': 'gzip' });
  const second = await get('/page', { 'accept-encoding': 'gzip' });
  expect(handled()).toBe(1);
  expect(first.headers['x-request-id']).toBeDefined();
  expect(second).toEqual({ ...first, headers: { ...first.headers, 'x-request-id': idOf(0) } });
  expect(gunzipSync(second.body).toString()).toBe(`${TEXT}1`);
});

test('304 comes from the front, too, with no body and no length', async () => {
  const { get, handled } = await startServer();
  const { headers } = await get('/page');
  const answer = await get('/page', { 'if-none-match': String(headers.etag) });
  expect(handled()).toBe(1);
  expect(answer.status).toBe(304);
  expect(answer.body).toHaveLength(0);
  expect(answer.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'no-cache' });
  expect(answer.headers).not.toHaveProperty('content-type');
  const known = { 'if-none-match': String(headers.etag) };
  const framework = await get('/page', { ...known, origin: 'https://a.example' });
  const { 'access-control-allow-origin': _, ...shared } = framework.headers;
  expect(answer).toEqual({ ...framework, headers: { ...shared, 'x-request-id': idOf(0) } });
  expect((await get('/page', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('each answer has the id of its own request, which is also the one that is logged', async () => {
  const { get, logged } = await startServer();
  const { headers } = await get('/page');
  const known = { 'if-none-match': String(headers.etag) };
  const answers = await Promise.all([get('/page'), get('/page', known), get('/page')]);
  const seen = answers.map(({ status, headers }) => ({ status, id: headers['x-request-id'] }));
  expect(seen).toHaveLength(logged.length);
  expect(seen).toEqual(expect.arrayContaining(logged));
});

test('however slowly answers are read, each stays as it was sent', async () => {
  const text = 'a page '.repeat(6_000);
  const { get, address, logged } = await startServer(text);
  await get('/page');
  const count = 300;
  const socket = connect(Number(address.port), address.hostname);
  onTestFinished(() => void socket.destroy());
  socket.pause();
  const { arrayBuffers } = process.memoryUsage();
  socket.write('GET /page HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
  await expect.poll(() => logged.length).toBe(count);
  // They wait with the one page that all of them have, not with one each.
  const held = process.memoryUsage().arrayBuffers - arrayBuffers;
  expect(held).toBeLessThan((count * text.length) / 4);
  await wait(1_100);
  // Others, meanwhile, and at another time.
  for (let n = 0; n < 4; n += 1) await get('/page');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  socket.resume();
  const bodies = () => received.split(`${text}1`).length - 1;
  await expect.poll(bodies, { timeout: 10_000 }).toBe(count);
  const ids = received.matchAll(/x-request-id: (\S+)\r\n/g).map(([, id]) => id);
  expect([...ids]).toEqual(logged.slice(0, count).map(({ id }) => id));
});

test('a change, another site, another method and what is not kept go to the framework', async () => {
  const { get, handled, change } = await startServer();
  await get('/page', { origin: 'https://a.example' });
  const anybody = await get('/page');
  expect(handled()).toBe(1);
  expect(anybody.headers).not.toHaveProperty('access-control-allow-origin');
  const other = await get('/page', { origin: 'https://b.example' });
  expect(other.headers['access-control-allow-origin']).toBe('https://b.example');
  expect((await get('/page', {}, 'HEAD')).body).toHaveLength(0);
  expect((await get('/nothing')).status).toBe(404);
  expect((await get('/nothing')).status).toBe(404);
  expect(handled()).toBe(5);
  change();
  expect((await get('/page')).body.toString()).toBe(`${TEXT}2`);
  expect(handled()).toBe(6);
});
