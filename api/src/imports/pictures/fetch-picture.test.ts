import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { isPublicAddress, resolvePublic } from '../../public-addresses.ts';
import { createPictureFetch } from './fetch-picture.ts';

/** A server on this machine, which the names of public hosts lead to. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const to = join(temporaryFolder(), 'picture');
  const asked: string[] = [];
  const resolveHost = async (hostname: string) => {
    asked.push(hostname);
    return hostname.startsWith('private') ? [] : [{ address: '127.0.0.1', family: 4 }];
  };
  return {
    to,
    asked,
    fetch: (path: string, options: object = {}) =>
      createPictureFetch({ resolveHost, ...options })(
        new URL(path, `http://old.example:${port}`),
        to,
      ),
  };
}

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['168.63.129.16', false],
  ['::ffff:168.63.129.16', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['::7f00:1', false],
  ['4000::1', false],
  ['224.0.0.1', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('hosts of this machine have no public address, in any spelling', async () => {
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433', '0x7f.1'])
    expect(await resolvePublic(new URL(`http://${host}/`).hostname)).toEqual([]);
});

test('a picture is fetched from the address that was checked, through redirects', async () => {
  const { fetch, to, asked } = await serve((request, response) => {
    if (request.url === '/a')
      return void response
        .writeHead(301, { location: `http://next.example:${request.socket.localPort}/b` })
        .end();
    response.end('picture');
  });
  expect(await fetch('/a')).toBe(true);
  expect(readFileSync(to, 'utf8')).toBe('picture');
  expect(asked).toEqual(['old.example', 'next.example']);
});

test('what is private, too large, too slow, missing or moved too often is not fetched', async () => {
  const { fetch } = await serve((request, response) => {
    const { url = '' } = request;
    if (url === '/private') response.writeHead(302, { location: 'http://private.example/' }).end();
    else if (url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (url === '/said') response.writeHead(200, { 'content-length': 50 }).end('x'.repeat(50));
    else if (url === '/long') response.write('x'.repeat(50));
    else if (url === '/missing') response.writeHead(404).end();
    else if (url === '/cut')
      response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy());
    else if (url === '/upgrade')
      request.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      );
    // Nothing is answered to /slow.
  });
  for (const path of [
    '/private',
    '/file',
    '/loop',
    '/said',
    '/long',
    '/missing',
    '/cut',
    '/upgrade',
  ])
    expect(await fetch(path, { maxBytes: 20 }), path).toBe(false);
  expect(await fetch('/slow', { timeoutMs: 50 })).toBe(false);
});

test('a host that does not answer is asked a few times only', async () => {
  let asked = 0;
  const fetch = createPictureFetch({
    resolveHost: async () => {
      asked += 1;
      throw new Error('no such host');
    },
  });
  const to = join(temporaryFolder(), 'picture');
  for (let n = 0; n < 20; n += 1)
    expect(await fetch(new URL(`http://gone.example/${n}.png`), to)).toBe(false);
  expect(asked).toBe(5);
});
