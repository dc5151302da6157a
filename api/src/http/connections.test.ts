import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections } from './connections.ts';
import { createSlowReaderCheck } from './slow-readers.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

async function listen(handler: RequestListener): Promise<Server> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

function open(server: Server, from = '127.0.0.1'): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function send(server: Server, from?: string): Promise<string> {
  const socket = open(server, from);
  socket.write(REQUEST);
  return text(socket);
}

// Other systems have only one loopback address.
test.runIf(process.platform === 'linux')(
  'connections per address are limited; other addresses are not affected, and a closed connection frees a slot',
  async () => {
    const statuses: (number | undefined)[] = [];
    const server = await listen((_request, response) => response.end('here'));
    const connections = limitConnections(server, {
      max: 20,
      maxPerAddress: 3,
      isLimited: () => true,
      defaultHeaders: { 'x-safe': 'yes' },
      onRefused: (status) => void statuses.push(status),
    });
    const silent = [1, 2, 3].map(() => open(server, '127.0.0.2'));
    await expect.poll(() => connections.size).toBe(3);
    const refused = await send(server, '127.0.0.2');
    expect(statuses).toEqual([503]);
    expect(refused).toMatch(/^HTTP\/1\.1 503 .*from your address/s);
    expect(refused).toMatch(/\r\nretry-after: [1-9]\d*\r\n.*\r\nx-safe|x-safe.*\r\nretry-after/s);
    expect(await send(server, '127.0.0.3')).toMatch(/^HTTP\/1\.1 200 .*here$/s);
    silent[0]?.destroy();
    await expect.poll(() => connections.size).toBe(2);
    expect(await send(server, '127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test.runIf(process.platform === 'linux')(
  'one network can use half of the connections; other networks are not affected',
  async () => {
    const server = await listen((_request, response) => response.end('here'));
    const connections = limitConnections(server, {
      max: 8,
      maxPerAddress: 3,
      isLimited: () => true,
      defaultHeaders: {},
    });
    for (const last of [2, 3, 4, 5]) open(server, `127.0.0.${last}`);
    await expect.poll(() => connections.size).toBe(4);
    expect(await send(server, '127.0.0.6')).toMatch(/^HTTP\/1\.1 503 /);
    expect(await send(server, '127.0.1.6')).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('an address without its own limit can use all connections', async () => {
  const server = await listen((_request, response) => response.end('here'));
  const connections = limitConnections(server, {
    max: 5,
    maxPerAddress: 1,
    isLimited: () => false,
    defaultHeaders: {},
  });
  for (let n = 0; n < 4; n += 1) open(server);
  await expect.poll(() => connections.size).toBe(4);
  expect(await send(server)).toMatch(/^HTTP\/1\.1 200 /);
  open(server);
  await expect.poll(() => connections.size).toBe(5);
  expect(await send(server)).toMatch(/^HTTP\/1\.1 503 .*Too many connections are open\./s);
});

test('a flood of refused connections does not use up the limit', async () => {
  const server = await listen((_request, response) => response.end('here'));
  limitConnections(server, {
    max: 10,
    maxPerAddress: 1,
    isLimited: (address) => address === '127.0.0.1',
    defaultHeaders: {},
  });
  open(server);
  // Each could get a 503 and stay open for a second.
  const flood = Array.from({ length: 400 }, () => open(server));
  // Slow ones come after others have gone, and get the 503.
  const isRefused = ({ destroyed, bytesRead }: Socket) => destroyed || bytesRead > 0;
  await expect.poll(() => flood.every(isRefused)).toBe(true);
  if (process.platform === 'linux')
    expect(await send(server, '127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that does not read is disconnected, a slow one is not', async () => {
  const body = Buffer.alloc(64 * 1024);
  const server = await listen((_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(body));
      response.once('drain', write);
    };
    write();
  });
  const sockets = limitConnections(server, {
    max: 20,
    maxPerAddress: 20,
    isLimited: () => true,
    defaultHeaders: {},
  });
  let now = 0;
  const { check } = createSlowReaderCheck(sockets, () => now);
  const stalled = open(server);
  stalled.pause();
  stalled.write(REQUEST);
  const steady = open(server);
  steady.pause();
  steady.write(REQUEST);
  await expect
    .poll(() => [...sockets].filter(({ writableLength }) => writableLength > 0))
    .toHaveLength(2);
  const read = async () => {
    // More than the buffers of the kernel, so that more is sent.
    const before = steady.bytesRead;
    steady.resume();
    await expect.poll(() => steady.bytesRead - before).toBeGreaterThan(4_000_000);
    steady.pause();
    await expect
      .poll(() => [...sockets].every(({ writableLength }) => writableLength > 0))
      .toBe(true);
  };
  for (let seconds = 0; seconds < 30; seconds += 5) {
    now += 5_000;
    check();
  }
  expect(sockets.size).toBe(2);
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await read();
    now += 10_000;
    check();
  }
  await expect.poll(() => sockets.size).toBe(1);
  expect(steady.destroyed).toBe(false);
});
