import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Statistics } from '@longhand/contract/statistics/statistics';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { databaseFile } from '../database/location.ts';

const DAY_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const IPAD = IPHONE.replace('iPhone;', 'iPad;');
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const RANGE = 'from=2026-01-01&to=2026-01-31';

type Sent = {
  readonly userAgent?: string;
  readonly from?: string;
  readonly headers?: Record<string, string>;
};

/** Sends what is not JSON as it is. */
async function startStatistics(open: () => Promise<TestDatabase>, settings = {}) {
  const site = await startTestApp(open, settings);
  const token = await site.login();
  const admin = async (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    site.request({ method, url: `/api/admin/${url}`, ...(payload && { payload }) }, token);
  const set = (values: object) => admin('PUT', 'settings', values);
  await set({ statistics: true });
  return {
    ...site,
    token,
    admin,
    set,
    send: (
      body: object | string,
      { userAgent = FIREFOX, from = '192.0.2.1', headers }: Sent = {},
    ) =>
      site.request({
        method: 'POST',
        url: '/api/views',
        payload: typeof body === 'string' ? body : JSON.stringify(body),
        remoteAddress: from,
        headers: { 'content-type': 'text/plain', 'user-agent': userAgent, ...headers },
      }),
    async write() {
      site.passTime(10_000);
      await site.app.scheduler.tick();
    },
    async read(query = RANGE): Promise<Statistics> {
      const response = await admin('GET', `statistics?${query}`);
      expect(response.statusCode).toBe(200);
      return response.json();
    },
  };
}

eachDialect((open) => {
  test('views are counted by day and post, with visitors, referrers, devices and languages', async () => {
    const { createPost, token, send, write, read } = await startStatistics(open);
    const { id, slug, title } = await createPost(token, { published: true });
    const path = `/blog/${slug}`;
    const english = { 'accept-language': 'en-GB,de;q=0.8' };
    await send({ path, referrer: 'https://News.example/thread?secret=1#x' }, { headers: english });
    await send({ path, referrer: 'http://localhost:3000/blog' }, { headers: english });
    await send(
      { path: `${path}?utm_source=x`, referrer: '' },
      { userAgent: IPHONE, headers: { 'content-type': 'application/json' } },
    );
    await send({ path: '/about', referrer: 'https://other.example/' }, { userAgent: IPAD });
    await send({ path }, { from: '192.0.2.200' });
    await send({ path }, { from: '192.0.3.1' });
    expect((await read()).days).toEqual([]);
    await write();
    expect(await read()).toEqual({
      first_day: '2026-01-01',
      days: [{ day: '2026-01-01', views: 6, visitors: 4 }],
      posts: [{ id, title, slug, views: 5, visitors: 3, finished: 0 }],
      referrers: [
        { referrer: 'news.example/thread', views: 1 },
        { referrer: 'other.example', views: 1 },
      ],
      devices: [
        { device: 'desktop', views: 4 },
        { device: 'phone', views: 1 },
        { device: 'tablet', views: 1 },
      ],
      languages: [{ language: 'en', views: 2 }],
      reading: {
        parts: [0, 25, 50, 75, 100].map((percent) => ({ percent, views: 0 })),
        seconds: [0, 10, 30, 60, 180, 600].map((from) => ({ from, views: 0 })),
      },
      feeds: { days: [], readers: [] },
    });
    // A part of a month is summed by its days.
    const part = await read('from=2026-01-01&to=2026-01-02');
    expect(part.posts).toEqual((await read()).posts);
    const ofPost = await read(`${RANGE}&post=${id}`);
    expect(ofPost.days).toEqual([{ day: '2026-01-01', views: 5, visitors: 3 }]);
    expect(ofPost.referrers).toEqual([{ referrer: 'news.example/thread', views: 1 }]);
    expect(ofPost.languages).toEqual([{ language: 'en', views: 2 }]);
    await write();
    expect((await read()).days).toEqual([{ day: '2026-01-01', views: 6, visitors: 4 }]);
  });

  test('the answer is always 204, and what is no page of the site is not counted', async () => {
    const { send, write, read, createPost, token, set, request } = await startStatistics(open);
    const { slug } = await createPost(token, { published: false });
    for (const body of [
      ...['', '{', 'null', '[]', '""', '{"path":1}', '{"path":{"a":1}}', '\u0000', 'é'],
      ...[{ path: '/nothing' }, { path: `/blog/${slug}` }, { path: '/login' }, { path: '/admin' }],
      ...[{ path: '/preview/x' }, { path: 'https://example.com/' }, { path: '/%' }, { path: '' }],
      ...[{ path: '/', end: [1, 20] }, { path: '/__proto__' }, { path: '/blog/' }],
    ])
      expect([body, (await send(body)).statusCode]).toEqual([body, 204]);
    for (const type of ['multipart/form-data', 'x', 'application/json; charset=latin1'])
      expect((await send('{"path":"/no"}', { headers: { 'content-type': type } })).statusCode).toBe(
        204,
      );
    expect((await request({ method: 'POST', url: '/api/views' })).statusCode).toBe(204);
    expectProblem(await send({ path: '/', referrer: 'x'.repeat(5_000) }), 413);
    await set({ statistics: false });
    expect((await send({ path: '/' })).statusCode).toBe(204);
    await write();
    expect(await read()).toMatchObject({ first_day: null, days: [], posts: [], devices: [] });
  });

  test('the page of the newsletter is one of the site where there is mail', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' };
    for (const [settings, views] of [
      [{}, []],
      [mail, [{ day: '2026-01-01', views: 1, visitors: 1 }]],
    ] as const) {
      const { send, write, read } = await startStatistics(open, settings);
      await send({ path: '/newsletter' });
      await send({ path: '/newsletter/confirm/a-token' });
      await write();
      expect((await read()).days).toEqual(views);
    }
  });

  test('who asks not to be counted, and robots, are counted nowhere', async () => {
    const { send, write, read } = await startStatistics(open);
    await send({ path: '/' }, { headers: { 'sec-gpc': '1' } });
    await send({ path: '/' }, { headers: { dnt: '1' } });
    await send({ path: '/' }, { userAgent: GOOGLE });
    await send({ path: '/' }, { userAgent: '' });
    await send({ path: '/feed.xml' }, { userAgent: 'Feedly/1.0', headers: { dnt: '1' } });
    await send({ path: '/blog' }, { headers: { dnt: '0' } });
    await write();
    const { days, feeds } = await read();
    expect(days).toEqual([{ day: '2026-01-01', views: 1, visitors: 1 }]);
    expect(feeds.days).toEqual([]);
  });

  test('how far a post was read is a part of its view, and never a view', async () => {
    const { createPost, token, send, write, read } = await startStatistics(open);
    const { id, slug } = await createPost(token, { published: true });
    const path = `/blog/${slug}`;
    const leave = (part: number, seconds: number) => send({ path, end: [part, seconds * 4] });
    await leave(1, 700);
    await send({ path });
    await leave(0.3, 5);
    // The page was hidden, and is shown again.
    await leave(0.995, 45);
    await leave(0.2, 2);
    await send({ path });
    await write();
    await leave(0.8, 9);
    await send({ path: '/about' });
    await send({ path: '/about', end: [1, 2_800] });
    await write();
    const { days, posts, reading } = await read();
    expect(days).toEqual([{ day: '2026-01-01', views: 3, visitors: 1 }]);
    expect(posts).toMatchObject([{ id, views: 2, finished: 1 }]);
    const counted = {
      parts: reading.parts.filter(({ views }) => views > 0),
      seconds: reading.seconds.filter(({ views }) => views > 0),
    };
    expect(counted).toEqual({
      parts: [
        { percent: 75, views: 1 },
        { percent: 100, views: 1 },
      ],
      seconds: [
        { from: 0, views: 1 },
        { from: 30, views: 1 },
      ],
    });
  });

  test('a view that is hidden again is not the end of another view', async () => {
    const { createPost, token, send, write, read } = await startStatistics(open);
    const { id, slug } = await createPost(token, { published: true });
    const path = `/blog/${slug}`;
    await send({ path });
    await send({ path });
    await send({ path, end: [1, 20] });
    await write();
    await send({ path, end: [1, 20.5] });
    await send({ path, end: [0.3, 20] });
    await write();
    const { posts, reading } = await read();
    expect(posts).toMatchObject([{ id, views: 2, finished: 1 }]);
    expect(reading.parts.filter(({ views }) => views > 0)).toEqual([
      { percent: 25, views: 1 },
      { percent: 100, views: 1 },
    ]);
  });

  test('a page that is hidden again and again adds only the time that it was shown', async () => {
    const { createPost, token, send, write, read } = await startStatistics(open);
    const { slug } = await createPost(token, { published: true });
    const path = `/blog/${slug}`;
    await send({ path });
    // Each message has the first second of the view, and an article without a height has no part.
    for (const [part, seconds] of [
      [0.3, 5],
      [0.3, 2],
      [null, 2],
      [null, 2],
      [0.3, 2],
    ])
      await send({ path, end: [part, (seconds ?? 0) * 4] });
    await write();
    const { days, reading } = await read();
    expect(days).toEqual([{ day: '2026-01-01', views: 1, visitors: 1 }]);
    expect(reading.seconds.filter(({ views }) => views > 0)).toEqual([{ from: 0, views: 1 }]);
    expect(reading.parts.filter(({ views }) => views > 0)).toEqual([{ percent: 25, views: 1 }]);
  });

  test('a visitor has 500 views a day, a day 200 referrers and 100 languages', async () => {
    const { send, write, read } = await startStatistics(open);
    const name = (n: number) =>
      String.fromCharCode(...[n / 676, (n / 26) % 26, n % 26].map((x) => 97 + Math.floor(x)));
    for (let n = 0; n < 260; n += 1)
      await send(
        { path: '/', referrer: `https://${n}.example/a` },
        { headers: { 'accept-language': name(n) } },
      );
    await write();
    for (let n = 250; n < 510; n += 1)
      await send(
        { path: '/', referrer: `https://${n}.example/a` },
        { headers: { 'accept-language': name(n) } },
      );
    await write();
    const { days, referrers, languages } = await read();
    expect(days).toEqual([{ day: '2026-01-01', views: 500, visitors: 1 }]);
    expect(referrers).toHaveLength(201);
    expect(referrers.at(-1)).toEqual({ referrer: 'other', views: 300 });
    expect(languages).toHaveLength(101);
    expect(languages.at(-1)).toEqual({ language: 'other', views: 400 });
  });

  test('days are those of the site’s time zone, and a change of it moves none', async () => {
    const { send, write, read, set, passTime } = await startStatistics(open);
    await send({ path: '/' });
    await set({ time_zone: 'Pacific/Auckland' });
    await send({ path: '/' });
    await write();
    expect((await read()).days.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02']);
    await set({ time_zone: 'UTC' });
    passTime(DAY_MS);
    await send({ path: '/' });
    await write();
    expect((await read()).days).toEqual([
      { day: '2026-01-01', views: 1, visitors: 1 },
      { day: '2026-01-02', views: 2, visitors: 1 },
    ]);
  });

  test('after the day, nothing is left of its visitors but the sums', async () => {
    const { send, write, read, db, dataDir, passTime } = await startStatistics(open);
    const file = databaseFile(dataDir);
    const isSqlite = existsSync(file);
    /** What SQLite has in its files, also what it has deleted. */
    const readKept = () =>
      Buffer.concat((isSqlite ? [file, `${file}-wal`] : []).map((name) => readFileSync(name)));
    /** The rows grow, and are moved within the file. */
    async function readForADay() {
      for (const from of ['192.0.2.1', '192.0.3.1', '192.0.4.1'])
        for (const path of ['/', '/about']) {
          await send({ path }, { from });
          await write();
        }
      // More than a page of them, which becomes free as a whole.
      for (let n = 0; n < 200; n += 1) await send({ path: '/' }, { from: `10.0.${n}.1` });
      await write();
      const keys = await db.selectFrom('counted_days').select('key').execute();
      const visits = await db.selectFrom('visits').select(['visitor', 'network']).execute();
      expect([keys.length, visits.length]).toEqual([1, 203]);
      const key = keys[0]?.key ?? '';
      const hashes = visits.flatMap(({ visitor, network }) => [visitor, network]);
      const stored = readKept();
      for (const secret of [key, ...hashes]) expect(stored.includes(secret)).toBe(isSqlite);
      passTime(DAY_MS);
      return { key, hashes };
    }
    const [first, second] = [await readForADay(), await readForADay()];
    await write();
    const kept = readKept();
    for (const { key, hashes } of [first, second])
      expect([key, ...hashes].filter((secret) => kept.includes(secret))).toEqual([]);
    expect(second.key).not.toBe(first.key);
    expect(second.hashes.filter((hash) => first.hashes.includes(hash))).toEqual([]);
    for (const table of ['counted_days', 'visits'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await read()).days).toEqual([
      { day: '2026-01-01', views: 206, visitors: 203 },
      { day: '2026-01-02', views: 206, visitors: 203 },
    ]);
  });

  test('when the time zone goes back to a day that had ended, its visitors are new and forgotten again', async () => {
    const { send, write, read, set, db, passTime } = await startStatistics(open);
    await send({ path: '/' });
    await write();
    await set({ time_zone: 'Pacific/Kiritimati' });
    await write();
    await set({ time_zone: 'UTC' });
    await send({ path: '/' });
    await write();
    await send({ path: '/' });
    await write();
    expect((await read()).days).toEqual([{ day: '2026-01-01', views: 2, visitors: 2 }]);
    expect(await db.selectFrom('counted_days').select('visits').execute()).toEqual([{ visits: 1 }]);
    passTime(DAY_MS);
    await write();
    expect(await db.selectFrom('visits').selectAll().execute()).toEqual([]);
  });

  test('what cannot be written is written later, once', async () => {
    const { send, write, read, db, app, expectLoggedError } = await startStatistics(open);
    await send({ path: '/' });
    await db.schema.alterTable('feed_subscribers').renameTo('gone').execute();
    expectLoggedError(/feed_subscribers/);
    await write();
    await send({ path: '/' });
    await db.schema.alterTable('gone').renameTo('feed_subscribers').execute();
    expect((await read()).days).toEqual([]);
    await write();
    expect((await read()).days).toEqual([{ day: '2026-01-01', views: 2, visitors: 1 }]);
    await send({ path: '/blog' });
    await app.scheduler.close();
    expect((await read()).days).toEqual([{ day: '2026-01-01', views: 2, visitors: 1 }]);
  });

  test('a deleted post keeps its numbers under its last title, a renamed one has its new title', async () => {
    const { createPost, token, admin, send, write, read } = await startStatistics(open);
    const post = await createPost(token, { published: true, title: 'First' });
    await send({ path: `/blog/${post.slug}` });
    await write();
    const { id, slug } = post;
    await admin('PUT', `posts/${id}`, { title: 'Second', excerpt: 'E', content: 'C' });
    expect((await read()).posts).toMatchObject([{ id, title: 'Second', slug, views: 1 }]);
    expect((await admin('GET', 'statistics/posts')).json()).toEqual({ posts: [{ id, views: 1 }] });
    await admin('DELETE', `posts/${id}`);
    expect((await read()).posts).toMatchObject([{ id, title: 'Second', slug, views: 1 }]);
    expect((await admin('GET', 'statistics/posts')).json()).toEqual({ posts: [] });
    const other = await createPost(token, { published: true, title: 'Before' });
    for (const view of [1, 2]) {
      await send({ path: `/blog/${other.slug}` });
      if (view === 1) await write();
    }
    await admin('PUT', `posts/${other.id}`, { title: 'After', excerpt: 'E', content: 'C' });
    await admin('DELETE', `posts/${other.id}`);
    await write();
    expect((await read()).posts).toMatchObject([{ title: 'After', views: 2 }, { title: 'Second' }]);
  });

  test('feeds are counted by who fetches them, and by what their readers report', async () => {
    const { send, write, read } = await startStatistics(open);
    const feedly = (count: number) =>
      `Feedly/1.0 (+http://www.feedly.com/fetcher.html; ${count} subscribers; like FeedFetcher-Google)`;
    await send({ path: '/feed.xml' }, { userAgent: feedly(12), from: '198.51.100.1' });
    await send({ path: '/feed.json' }, { userAgent: feedly(9), from: '198.51.100.2' });
    await send({ path: '/atom.xml' }, { userAgent: 'curl/8.0' });
    await send({ path: '/atom.xml' }, { userAgent: 'curl/8.0' });
    await write();
    const { days, feeds } = await read();
    expect(days).toEqual([]);
    expect(feeds).toEqual({
      days: [{ day: '2026-01-01', subscribers: 12, fetchers: 3 }],
      readers: [{ reader: 'Feedly', subscribers: 12 }],
    });
  });

  test('all numbers are deleted for good, also those that no process has written yet', async () => {
    const opened = await open();
    const { createPost, token, send, write, read, admin, db } = await startStatistics(
      async () => opened,
    );
    const process = await startTestApp(async () => opened);
    const headers = { 'user-agent': FIREFOX };
    const view = {
      method: 'POST',
      url: '/api/views',
      payload: { path: '/about' },
      headers,
    } as const;
    const { slug } = await createPost(token, { published: true });
    await send({ path: `/blog/${slug}` });
    await write();
    await send({ path: '/' });
    await process.request(view);
    expect((await admin('DELETE', 'statistics')).statusCode).toBe(204);
    await write();
    process.passTime(10_000);
    await process.app.scheduler.tick();
    const { events } = (await admin('GET', 'events?kind=statistics.deleted')).json();
    expect(events).toMatchObject([{ actor: 'owner' }]);
    expect(await read()).toMatchObject({ first_day: null, days: [], posts: [], referrers: [] });
    expect((await admin('GET', 'statistics/posts')).json()).toEqual({ posts: [] });
    expect(await db.selectFrom('visits').selectAll().execute()).toEqual([]);
    await send({ path: '/' });
    await process.request(view);
    await write();
    process.passTime(10_000);
    await process.app.scheduler.tick();
    expect((await read()).days).toEqual([{ day: '2026-01-01', views: 2, visitors: 2 }]);
  });

  test('each list is a CSV, and what is no date is refused', async () => {
    const { send, write, admin, get } = await startStatistics(open);
    await send({ path: '/', referrer: 'https://a.example/=1,2' });
    await write();
    const csv = (query: string) => admin('GET', `statistics.csv?${query}`);
    const days = await csv(`${RANGE}&what=days`);
    expect(days.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(days.headers['content-disposition']).toContain('statistics-days-2026-01-01');
    expect(days.body).toBe('day,views,visitors\r\n2026-01-01,1,1\r\n');
    expect((await csv(`${RANGE}&what=referrers`)).body).toBe(
      'referrer,views\r\n"a.example/=1,2",1\r\n',
    );
    for (const what of ['posts', 'devices', 'languages', 'parts', 'seconds', 'feeds', 'readers'])
      expect((await csv(`${RANGE}&what=${what}`)).statusCode).toBe(200);
    for (const range of [
      'from=2026-02-30&to=2026-03-01',
      'from=x&to=2026-01-01',
      'from=2026-01-01',
    ])
      expectProblem(await admin('GET', `statistics?${range}`), 400);
    expectProblem(await admin('GET', 'statistics?from=2026-01-02&to=2026-01-01'), 400);
    expectProblem(await admin('GET', `statistics?${RANGE}&post=x`), 400);
    expectProblem(await csv(`${RANGE}&what=x`), 400);
    expectProblem(await get(`/api/admin/statistics?${RANGE}`), 401);
  });

  test('nothing of a reader’s address, browser or query is in the log or the database', async () => {
    const { send, write, app, log, dataDir, db } = await startStatistics(open);
    const secrets = [
      '198.51.100.77',
      'Mozilla/5.0 (X11) SecretBrowser/77',
      'secret-query',
      'secret-search',
    ];
    const [from, userAgent, query, search] = secrets as [string, string, string, string];
    const referrer = `https://news.example/?q=${query}`;
    await send({ path: `/blog?q=${search}`, referrer }, { from, userAgent });
    await send(`{"path":"/","referrer":"${referrer}"`, { from, userAgent });
    await send({ path: '/feed.xml' }, { from, userAgent });
    await send({ path: '/', referrer: query.repeat(1_000) }, { from, userAgent });
    await write();
    const tables = [
      'view_days',
      'view_sources',
      'feed_subscribers',
      'counted_days',
      'visits',
    ] as const;
    const rows = await Promise.all(
      tables.map((table) => db.selectFrom(table).selectAll().execute()),
    );
    expect(rows.flat().length).toBeGreaterThan(4);
    await app.scheduler.close();
    const files = readdirSync(dataDir)
      .filter((name) => name.startsWith('longhand.sqlite'))
      .map((name) => readFileSync(join(dataDir, name), 'latin1'));
    const everything = [JSON.stringify(rows), JSON.stringify(log), ...files].join('\n');
    for (const secret of secrets)
      expect([secret, everything.includes(secret)]).toEqual([secret, false]);
  });
});
