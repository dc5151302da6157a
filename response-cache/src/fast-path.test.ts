import { createServer, request as httpRequest, IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppResponse } from './app-response.ts';
import { createRequestListener } from './fast-path.ts';
import { createRequestMetrics, REQUEST_KINDS, REQUEST_STATUSES } from './request-metrics.ts';
import { createResponseCache } from './response-cache.ts';
import { sendCached } from './send.ts';

const TEXT = 'a page '.repeat(1_000);

type TestResponse = { status: number; headers: Record<string, unknown>; body: Buffer };

/** Some have the length of generated ids and some do not: they are sent in different ways. */
function idOf(n: number): string {
  return n % 3 === 2 ? `front-${n}` : `front-${n}`.padEnd(36, '-');
}

async function startServer(text = TEXT, maxBytes?: number, metrics = createRequestMetrics()) {
  let number = 1;
  let handled = 0;
  const revision = {
    cached: () => number,
    current: async () => number,
    refresh: async () => number,
    reset: () => {},
  };
  const cache = createResponseCache({ revision, ...(maxBytes && { maxBytes }) });
  const sockets: Socket[] = [];
  const logged: { id: string; status: number }[] = [];
  const app = Fastify({
    serverFactory(handle) {
      const server = createServer({
        ServerResponse: AppResponse,
        keepAliveTimeout: 72_000,
        requireHostHeader: false,
        optimizeEmptyRequests: true,
      });
      const listener = createRequestListener(handle, {
        server,
        cache,
        generateRequestId: () => idOf(logged.length),
        log: (_request, { id, status }) => logged.push({ id, status }),
        refuse: (_request, response) => response.writeHead(503).end(),
        metrics,
      });
      server.on('connection', (socket: Socket) => sockets.push(socket));
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
      cacheable: request.url.startsWith('/page'),
      status: request.url.startsWith('/page') ? 200 : 404,
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
    sockets,
  };
}

/** What a client receives that sends `requests` at once, and closes after the last response. */
async function exchange(address: URL, requests: string): Promise<string> {
  const socket = connect(Number(address.port), address.hostname).setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  socket.write(requests);
  let received = '';
  for await (const chunk of socket) received += chunk;
  return received;
}

const GET_PAGE = 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** The lines of the head in a fixed order, without what differs in each response; and the body. */
function normalise(response: string) {
  const [head = '', body] = response.split('\r\n\r\n');
  const lines = head.split('\r\n').filter((line) => !/^(date|x-request-id):/i.test(line));
  return { lines: lines.toSorted(), dates: head.match(/^Date: \w+, .* GMT$/gm)?.length, body };
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
  await expect.poll(bodies).toBe(count);
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

test('a cached response is one write, with the bytes that Node would send', async () => {
  const { address, handled, sockets } = await startServer();
  const [fromNode = '', ...rest] = (await exchange(address, GET_PAGE + LAST)).split(/(?=HTTP\/1)/);
  expect(rest).toHaveLength(1);
  expect(handled()).toBe(2);
  const client = connect(Number(address.port), address.hostname);
  onTestFinished(() => void client.destroy());
  await expect.poll(() => sockets.length).toBe(2);
  const write = vi.spyOn(sockets[1] as Socket, 'write');
  let received = '';
  client.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  client.write(GET_PAGE);
  await expect.poll(() => received.endsWith(`${TEXT}1`)).toBe(true);
  expect(handled()).toBe(2);
  expect(write).toHaveBeenCalledTimes(1);
  expect(normalise(received)).toEqual(normalise(fromNode));
});

test('pipelined requests get their responses in order, and the connection is as after any other', async () => {
  const { address, logged, sockets } = await startServer();
  await exchange(address, GET_PAGE + LAST);
  const received = await exchange(address, GET_PAGE.repeat(3) + LAST);
  const ids = received.matchAll(/x-request-id: (\S+)/g).map(([, id]) => id);
  expect([...ids].slice(0, 3)).toEqual(logged.map(({ id }) => id));
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual([
    ...Array(3).fill('HTTP/1.1 200'),
    'HTTP/1.1 404',
  ]);

  const client = connect(Number(address.port), address.hostname).resume();
  onTestFinished(() => void client.destroy());
  await expect.poll(() => sockets.length).toBe(3);
  const socket = sockets[2] as Socket;
  client.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n');
  // The time-out of a connection that waits for the next request.
  await expect.poll(() => socket.timeout).toBeGreaterThanOrEqual(72_000);
  const { timeout } = socket;
  socket.setTimeout(1);
  const before = logged.length;
  client.write(GET_PAGE);
  await expect.poll(() => logged.length).toBe(before + 1);
  await expect.poll(() => socket.timeout).toBe(timeout);
});

test.each([100, 100_000])(
  'the end of a page of %i letters that is read slowly frees its connection',
  async (length) => {
    const text = 'x'.repeat(length);
    const { get, address, logged } = await startServer(text);
    await get('/page');
    const socket = connect(Number(address.port), address.hostname).setEncoding('latin1');
    onTestFinished(() => void socket.destroy());
    const count = 100;
    socket.write(GET_PAGE.repeat(count) + LAST);
    await expect.poll(() => logged.length).toBe(count);
    let received = '';
    for await (const chunk of socket) received += chunk;
    expect(received.split(`${text}1`)).toHaveLength(count + 2);
  },
);

test('a client that has gone away does no harm', async () => {
  const { get, address, logged } = await startServer('x'.repeat(100_000));
  await get('/page');
  for (let n = 0; n < 5; n += 1) {
    const socket = connect(Number(address.port), address.hostname);
    socket.write(GET_PAGE.repeat(50), () => socket.resetAndDestroy());
  }
  await expect.poll(() => logged.length).toBeGreaterThan(0);
  expect((await get('/page')).status).toBe(200);
});

test('a request without a Host header is left to Fastify', async () => {
  const { get, address, handled } = await startServer();
  await get('/page');
  await exchange(address, `GET /page HTTP/1.1\r\n\r\n${LAST}`);
  expect(handled()).toBe(3);
});

test.each(['Host: x\r\nHost: y', 'Host: x\r\nFrom: a@b.example\r\nHOST: x'])(
  'a request with two Host headers is left to Fastify',
  async (hosts) => {
    const { get, address, handled } = await startServer();
    await get('/page');
    await exchange(address, `GET /page HTTP/1.1\r\n${hosts}\r\n\r\n${LAST}`);
    expect(handled()).toBe(3);
  },
);

test('an address with tracking parameters gets the cached page, others their own', async () => {
  const { get, handled } = await startServer();
  await get('/page');
  for (const query of [
    'utm_source=a&utm_medium=b',
    'fbclid=1',
    'ref=news',
    'gclid',
    'mc_cid=1&mc_eid=2',
  ])
    expect((await get(`/page?${query}`)).body.toString()).toBe(`${TEXT}1`);
  expect(handled()).toBe(1);
  for (const query of ['q=a', 'utm_source=a&tag=b', 'reference=1', 'x=utm_source'])
    await get(`/page?${query}`);
  expect(handled()).toBe(5);
  await get('/page?q=a&utm_campaign=c');
  expect(handled()).toBe(5);
});

test('the limit of the cache is a limit of what it keeps in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const maxBytes = 8_000_000;
  const { get } = await startServer('x'.repeat(40_000), maxBytes);
  const before = held();
  for (let n = 0; n < 400; n += 1) for (let time = 0; time < 2; time += 1) await get(`/page${n}`);
  // Buffers are freed some time after their collection.
  await expect.poll(() => held() - before).toBeLessThan(maxBytes * 1.1);
});

test('each response is counted once, by kind and status, whoever sends it', async () => {
  const metrics = createRequestMetrics();
  const { get } = await startServer(TEXT, undefined, metrics);
  const count = (kind: (typeof REQUEST_KINDS)[number], status: string) =>
    metrics.counts[REQUEST_KINDS.indexOf(kind)]?.[REQUEST_STATUSES.indexOf(status)];
  await get('/page');
  const { headers } = await get('/page');
  await get('/page', { 'if-none-match': String(headers.etag) });
  await get('/assets/none.js');
  // The last one is counted when its connection goes on.
  await expect.poll(() => count('asset', '404')).toBe(1);
  expect(count('page', '200')).toBe(2);
  expect(count('page', '304')).toBe(1);
  expect(metrics.fastPath).toBe(2);
  const all = metrics.durations.flatMap(({ counts }) => [...counts]);
  expect(all.reduce((sum, each) => sum + each, 0)).toBe(4);
});

test('a client that leaves before the response begins is counted as aborted', async () => {
  const metrics = createRequestMetrics();
  const request = new IncomingMessage(new Socket());
  const response = new AppResponse(request);
  metrics.watch('/blog', response, performance.now());
  response.emit('close');
  const [pages] = metrics.counts;
  expect(pages?.[REQUEST_STATUSES.indexOf('aborted')]).toBe(1);
});
