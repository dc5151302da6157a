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

type TestResponse = { status: number; headers: Record<string, unknown>; body: Buffer };

/** Some have the length of generated ids and some do not: they are sent in different ways. */
function idOf(n: number): string {
  return n % 3 === 2 ? `front-${n}` : `front-${n}`.padEnd(36, '-');
}

async function startServer(text = TEXT) {
  let number = 1;
  let handled = 0;
  const revision = {
    cached: () => number,
    current: async () => number,
    refresh: async () => number,
    reset: () => {},
  };
  const cache = createResponseCache({ revision });
  const logged: { id: string; status: number }[] = [];
  const app = Fastify({
    serverFactory(handle) {
      const server = createServer({ ServerResponse: AppResponse, keepAliveTimeout: 72_000 });
      const listener = createRequestListener(handle, {
        server,
        cache,
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
    const cached = await cache.getOrCreate(request.url, async () => ({
      cacheable: request.url === '/page',
      status: request.url === '/page' ? 200 : 404,
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
      body: text + number,
    }));
    return sendCached(request, reply, cached);
  });
  const address = new URL(await app.listen({ port: 0 }));
  onTestFinished(() => app.close());

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<TestResponse>((resolve, reject) => {
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

test('a cached response is sent without Fastify, and is the same', async () => {
  const { get, handled } = await startServer();
  const first = await get('/page', { 'accept-encoding': 'gzip' });
  const second = await get('/page', { 'accept-encoding': 'gzip' });
  expect(handled()).toBe(1);
  expect(first.headers['x-request-id']).toBeDefined();
  expect(second).toEqual({ ...first, headers: { ...first.headers, 'x-request-id': idOf(0) } });
  expect(gunzipSync(second.body).toString()).toBe(`${TEXT}1`);
});

test('a 304 is sent without Fastify, too, with no body and no length', async () => {
  const { get, handled } = await startServer();
  const { headers } = await get('/page');
  const response = await get('/page', { 'if-none-match': String(headers.etag) });
  expect(handled()).toBe(1);
  expect(response.status).toBe(304);
  expect(response.body).toHaveLength(0);
  expect(response.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'no-cache' });
  expect(response.headers).not.toHaveProperty('content-type');
  const conditional = { 'if-none-match': String(headers.etag) };
  const fromFastify = await get('/page', { ...conditional, origin: 'https://a.example' });
  const { 'access-control-allow-origin': _, ...shared } = fromFastify.headers;
  expect(response).toEqual({ ...fromFastify, headers: { ...shared, 'x-request-id': idOf(0) } });
  expect((await get('/page', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('each response has the id of its request, which is also logged', async () => {
  const { get, logged } = await startServer();
  const { headers } = await get('/page');
  const conditional = { 'if-none-match': String(headers.etag) };
  const responses = await Promise.all([get('/page'), get('/page', conditional), get('/page')]);
  const received = responses.map(({ status, headers }) => ({
    status,
    id: headers['x-request-id'],
  }));
  expect(received).toHaveLength(logged.length);
  expect(received).toEqual(expect.arrayContaining(logged));
});

test('slow readers get each response as it was sent', async () => {
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
  // They share one body.
  const held = process.memoryUsage().arrayBuffers - arrayBuffers;
  expect(held).toBeLessThan((count * text.length) / 4);
  await wait(1_100);
  // Other clients, with another date.
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

test('a change, an Origin header, another method and what is not cached go to Fastify', async () => {
  const { get, handled, change } = await startServer();
  await get('/page', { origin: 'https://a.example' });
  const sameOrigin = await get('/page');
  expect(handled()).toBe(1);
  expect(sameOrigin.headers).not.toHaveProperty('access-control-allow-origin');
  const crossOrigin = await get('/page', { origin: 'https://b.example' });
  expect(crossOrigin.headers['access-control-allow-origin']).toBe('https://b.example');
  expect((await get('/page', {}, 'HEAD')).body).toHaveLength(0);
  expect((await get('/nothing')).status).toBe(404);
  expect((await get('/nothing')).status).toBe(404);
  expect(handled()).toBe(5);
  change();
  expect((await get('/page')).body.toString()).toBe(`${TEXT}2`);
  expect(handled()).toBe(6);
});
