import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '@longhand/api/database';
import type { Statistics } from '@longhand/contract/statistics/statistics';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../test-support/postgres-databases.ts';
import {
  administrator,
  run,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

const PASSWORD = 'a password for tests';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const RANGE = `from=2020-01-01&to=2099-12-31`;
const MAX_BYTES = 250;

type Server = Awaited<ReturnType<typeof startServer>>;

async function settings(more: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD: PASSWORD,
    TRUST_PROXY: '127.0.0.1',
    WRITES_PER_MINUTE: '9999',
    ...more,
  };
}

async function send({ url }: Server, visitor: number, body: object = { path: '/' }) {
  const response = await fetch(`${url}/api/views`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'user-agent': FIREFOX,
      'x-forwarded-for': `10.${Math.floor(visitor / 250)}.${visitor % 250}.1`,
    },
  });
  expect(response.status).toBe(204);
}

async function reader({ url }: Server) {
  const { call } = await administrator(url, PASSWORD);
  return {
    call,
    count: async () => (await call('PUT', '/settings', { statistics: true })).status,
    async read() {
      const { body } = await call<Statistics>('GET', `/statistics?${RANGE}`);
      const sum = (name: 'views' | 'visitors') =>
        body.days.reduce((total, day) => total + day[name], 0);
      return { views: sum('views'), visitors: sum('visitors') };
    },
  };
}

async function sendAll(servers: readonly Server[], total: number, visitors: number) {
  for (let n = 0; n < total; n += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, total - n) }, (_, part) =>
        send(servers[(n + part) % servers.length] as Server, (n + part) % visitors),
      ),
    );
}

test('1,000 beacons of 300 visitors at two instances are 1,000 views of 300 visitors, and a kill counts none twice', async () => {
  const shared = await settings({ DATABASE_URL: await createPostgresDatabase('') });
  const first = await startServer(shared);
  const { count, read } = await reader(first);
  expect(await count()).toBe(200);
  const second = await startServer({ ...shared, DATA_DIR: temporaryFolder() });
  await sendAll([first, second], 1_000, 300);
  await expect.poll(read).toEqual({ views: 1_000, visitors: 300 });

  await sendAll([second], 100, 300);
  second.child.kill('SIGKILL');
  await second.exited;
  await sendAll([first], 50, 300);
  await expect.poll(async () => (await read()).views).toBeGreaterThanOrEqual(1_050);
  const { views, visitors } = await read();
  expect(views).toBeLessThanOrEqual(1_150);
  expect(visitors).toBe(300);
});

test('a stop writes what was counted, a kill loses only what was not written', async () => {
  const all = await settings();
  const first = await startServer(all);
  expect(await (await reader(first)).count()).toBe(200);
  await sendAll([first], 120, 40);
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  const second = await startServer(all);
  expect(await (await reader(second)).read()).toEqual({ views: 120, visitors: 40 });
  await sendAll([second], 80, 40);
  second.child.kill('SIGKILL');
  await second.exited;
  const third = await startServer(all);
  const { views, visitors } = await (await reader(third)).read();
  expect(views).toBeGreaterThanOrEqual(120);
  expect(views).toBeLessThanOrEqual(200);
  expect(visitors).toBe(40);
});

test('pages have the beacon only while it is on, in a few bytes, and feeds are counted from the cache', async () => {
  const server = await startServer(await settings());
  const { call, count } = await reader(server);
  const text = { title: 'A post', excerpt: 'E', content: '<p>Text.</p>'.repeat(50) };
  await call('POST', '/posts', { ...text, published: true });
  const paths = ['/', '/blog', '/blog/a-post', '/about'];
  const pages = ['br', 'gzip'].flatMap((encoding) =>
    paths.map((path) => [encoding, path] as const),
  );

  /** As the first readers get it, compressed. */
  async function readPage([encoding, path]: readonly [string, string]) {
    const response = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } });
    // Node has decompressed it, and leaves the length of what came.
    const html = await response.text();
    return { html, bytes: Number(response.headers.get('content-length')) };
  }

  const off = await Promise.all(pages.map(readPage));
  for (const { html } of off) expect(html).not.toMatch(/sendBeacon|api\/views/);
  expect(await count()).toBe(200);
  const on = await Promise.all(pages.map(readPage));
  for (const [n, { html, bytes }] of on.entries()) {
    expect(html).toContain('sendBeacon');
    expect(bytes - (off[n]?.bytes ?? 0), String(pages[n])).toBeLessThanOrEqual(MAX_BYTES);
  }
  for (const agent of ['Feedly/1.0 (x; 7 subscribers; y)', FIREFOX, FIREFOX])
    for (const path of ['/feed.xml', '/feed.xml'])
      await fetch(server.url + path, { headers: { 'user-agent': agent } });
  const feeds = async () =>
    (await call<Statistics>('GET', `/statistics?${RANGE}`)).body.feeds.days.map(
      ({ subscribers, fetchers }) => ({ subscribers, fetchers }),
    );
  await expect.poll(feeds).toEqual([{ subscribers: 7, fetchers: 2 }]);
  expect((await call('PUT', '/settings', { statistics: false })).status).toBe(200);
  expect((await readPage(['br', '/'])).html).not.toMatch(/sendBeacon|api\/views/);
});

/** All bytes of the files in a folder, one character each. */
function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}

test('nothing of a reader is in a file, the log or a backup, searched as bytes', async () => {
  const all = await settings({ LOG_LEVEL: 'trace' });
  const server = await startServer(all);
  const { count, read } = await reader(server);
  expect(await count()).toBe(200);
  const secrets = ['203.0.113.77', 'SecretBrowser/77', 'secret-query', 'secret-search'];
  const [address, browser, query, search] = secrets as [string, string, string, string];
  const headers = { 'user-agent': `${FIREFOX} ${browser}`, 'x-forwarded-for': address };
  const referrer = `https://news.example/thread?q=${query}`;
  const paths = ['/', `/blog?q=${search}`, '/feed.xml'];
  for (const path of paths)
    await fetch(server.url + path, { headers: { ...headers, referer: referrer } });
  const beacons = paths.map((path) => JSON.stringify({ path, referrer, end: [1, 8] }));
  for (const body of [...beacons, ...paths.map((path) => JSON.stringify({ path, referrer })), '{'])
    await fetch(`${server.url}/api/views`, { method: 'POST', body, headers });
  await expect.poll(read).toEqual({ views: 2, visitors: 1 });
  const running = bytesIn(all.DATA_DIR ?? '');
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  const file = join(temporaryFolder(), 'a.tar.gz');
  const backup = run('cli/backup.ts', all, undefined, [file]);
  expect(await backup.exited, backup.output.stderr).toBe(0);
  const archive = gunzipSync(readFileSync(file)).toString('latin1');
  const places = {
    ...{ running, stopped: bytesIn(all.DATA_DIR ?? ''), archive },
    log: server.output.stdout + server.output.stderr,
  };
  for (const [place, bytes] of Object.entries(places))
    for (const secret of secrets)
      expect([place, secret, bytes.includes(secret)]).toEqual([place, secret, false]);
  expect(archive).toContain('news.example/thread');
  const db = await openDatabase({ dataDir: all.DATA_DIR ?? '' });
  const { key } = await db.selectFrom('counted_days').select('key').executeTakeFirstOrThrow();
  const { visitor } = await db.selectFrom('visits').select('visitor').executeTakeFirstOrThrow();
  await db.destroy();
  expect([archive.includes(key), archive.includes(visitor)]).toEqual([false, false]);
});
