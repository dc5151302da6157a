import { setTimeout as wait } from 'node:timers/promises';
import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { administrator, startServer, temporaryFolder } from '../test-support/server-process.ts';

const PASSWORD = 'a test password';
const TITLES = ['First', 'Second', 'Third'];
const text = { excerpt: 'Short', content: '<p>Text</p>', tags: ['Topic'] };

const LISTS = [
  '/',
  '/blog',
  '/blog?tag=Topic',
  '/topics/Topic',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/feed.xml?tag=Topic',
  '/sitemap.xml',
  '/api/posts',
];

/** In the order in which each list links to them. */
async function expectOrder(url: string, expected: readonly string[]): Promise<void> {
  const slugs = expected.map((title) => title.toLowerCase());
  for (const path of LISTS) {
    const body = await (await fetch(url + path)).text();
    const found = body.matchAll(/(?:\/blog\/|"slug":")(first|second|third)\b/g);
    expect([...new Set([...found].map(([, slug]) => slug))], path).toEqual(slugs);
  }
}

test('scheduled posts are public in every list, in the order of their dates, also after a missed time', async () => {
  const settings = {
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD: PASSWORD,
    WORKERS: '2',
  };
  const server = await startServer(settings);
  const { call } = await administrator(server.url, PASSWORD);
  const ids = new Map<string, string>();
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  for (const title of TITLES) {
    const body = { title, ...text, published: true, publish_at: inAnHour };
    const created = await call<Post>('POST', '/posts', body);
    expect(created.status).toBe(201);
    ids.set(title, created.body.id);
  }
  await expectOrder(server.url, []);
  const due = Date.now() + 5_000;
  const times = new Map<string, string>();
  for (const [n, title] of TITLES.entries()) {
    const publish_at = new Date(due + n).toISOString();
    const body = { title, ...text, publish_at };
    expect((await call('PUT', `/posts/${ids.get(title)}`, body)).status).toBe(200);
    times.set(title, publish_at);
  }
  const list = async (url: string): Promise<Post[]> => (await fetch(`${url}/api/posts`)).json();
  await expect.poll(async () => (await list(server.url)).length).toBe(3);
  // Each worker reads the content revision again within half a second.
  await wait(600);
  await expectOrder(server.url, ['Third', 'Second', 'First']);
  for (const { title, published_at, publish_at, version } of await list(server.url))
    expect([published_at, publish_at, version]).toEqual([times.get(title), null, 3]);

  const moved = '2001-02-03T04:05:06.000Z';
  const change = { title: 'Third', ...text, published_at: moved };
  expect((await call('PUT', `/posts/${ids.get('Third')}`, change)).status).toBe(200);
  await wait(600);
  await expectOrder(server.url, ['Second', 'First', 'Third']);
  expect(await (await fetch(`${server.url}/blog/third`)).text()).toContain(moved);
  expect(await (await fetch(`${server.url}/atom.xml`)).text()).toContain(moved);

  const missed = new Date(Date.now() + 3_000).toISOString();
  const again = { title: 'First', ...text, publish_at: missed };
  expect((await call('PUT', `/posts/${ids.get('First')}`, again)).status).toBe(200);
  server.child.kill('SIGKILL');
  await server.exited;
  await wait(Math.max(0, Date.parse(missed) - Date.now()));
  const restarted = await startServer(settings);
  await expect.poll(async () => (await list(restarted.url)).length).toBe(3);
  const published = (await list(restarted.url)).find(({ title }) => title === 'First');
  // It was public before, so its first date stays.
  expect(published).toMatchObject({ published_at: times.get('First'), publish_at: null });
});
