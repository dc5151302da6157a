import { expect, test } from 'vitest';
import { attribute, elements } from '../test-support/crawl.ts';
import { administrator, startServer, temporaryFolder } from '../test-support/server-process.ts';

const PASSWORD = 'a test password';
const ODD_TOPICS = [
  'a/b\\c? 100 % %2F #1',
  "It's Größe",
  'עברית',
  '日本語 👩‍🚀',
  'x'.repeat(80),
  '..',
];

/** Posts of several years and many topics, in a time zone that is behind. */
async function startBlog() {
  const server = await startServer({
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD: PASSWORD,
    SITE_TIMEZONE: 'America/New_York',
  });
  const { call } = await administrator(server.url, PASSWORD);
  const write = (title: string, fields: object) =>
    call('POST', '/posts', { title, excerpt: '.', content: '.', published: true, ...fields });
  await write('Odd', { tags: ODD_TOPICS, published_at: '2019-01-01T03:00:00Z' });
  for (let n = 1; n <= 26; n += 1) {
    const published_at = `2020-${n > 13 ? '11' : '03'}-${String(n).padStart(2, '0')}T12:00:00Z`;
    await write(`Number ${n}`, { tags: ['Many'], published_at });
  }
  async function get(path: string) {
    const response = await fetch(server.url + path, { redirect: 'manual' });
    const html = await response.text();
    return { status: response.status, location: response.headers.get('location'), html };
  }
  return { get, call };
}

const linksIn = (html: string) => elements(html, 'a').map((each) => attribute(each, 'href') ?? '');

const postsIn = (html: string) => linksIn(html).filter((href) => href.startsWith('/blog/'));

const canonicalIn = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];

test('topics and years are pages of links, and every other address of them is not', async () => {
  const { get, call } = await startBlog();

  const odd = await get('/blog/odd');
  const topics = linksIn(odd.html).filter((href) => href.startsWith('/topics/'));
  expect(topics).toHaveLength(ODD_TOPICS.length - 1);
  for (const path of topics) {
    const { status, html } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(canonicalIn(html)).toMatch(
      new RegExp(`${RegExp.escape(path.replaceAll("'", '&#x27;'))}$`),
    );
    expect(postsIn(html)).toContain('/blog/odd');
  }

  const first = await get('/topics/Many');
  expect(first.html).toContain('<title>Many · Longhand</title>');
  expect(new Set(postsIn(first.html)).size).toBe(24);
  const older = linksIn(first.html).find((href) => href.includes('cursor=')) ?? '';
  const second = await get(older);
  expect(new Set(postsIn(second.html))).toEqual(new Set(['/blog/number-2', '/blog/number-1']));
  expect(canonicalIn(second.html)).toBeUndefined();
  expect(linksIn(second.html)).toContain('/topics/Many');

  const list = await get('/blog?tag=Many');
  expect(canonicalIn(list.html)).toMatch(/\/topics\/Many$/);
  for (const [from, to] of [
    ['/topics/MANY?x=1', '/topics/Many?x=1'],
    ['/Topics/%4Dany/', '/topics/%4Dany'],
    ['/topics/%4Dany', '/topics/Many'],
    ['/archive/2020/', '/archive/2020'],
  ] as const) {
    const { status, location } = await get(from);
    expect([from, status, location]).toEqual([from, 301, to]);
  }

  const year = await get('/archive/2020');
  expect(year.html).toContain('<title>Posts of 2020 · Longhand</title>');
  expect(
    elements(year.html, 'h2')
      .slice(0, 2)
      .map(({ childNodes }) => childNodes?.[0]?.value),
  ).toEqual(['November', 'March']);
  expect(postsIn(year.html)[0]).toBe('/blog/number-26');
  const blog = await get('/blog');
  expect(linksIn(blog.html).filter((href) => href.startsWith('/archive/'))).toEqual([
    '/archive/2020',
    '/archive/2018',
  ]);
  expect(linksIn((await get('/blog?tag=Many')).html).join()).not.toContain('/archive/');

  const missing = [
    '/topics/None',
    '/topics/Many?cursor=1',
    '/topics/%00',
    `/topics/${'x'.repeat(300)}`,
  ];
  const noYears = ['2019', '2021', '20200', 'abcd', '-1', '2020x'].map(
    (text) => `/archive/${text}`,
  );
  for (const path of [...missing, '/topics/many/more', '/topics', '/archive', ...noYears]) {
    const { status, html } = await get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(elements(html, 'h1')).toHaveLength(1);
  }
  expect((await get('/topics/None')).html).toContain('There are no posts on this topic');
  expect((await get('/archive/2021')).html).toContain('There are no posts of this year');

  const posts = (await call<{ id: string; slug: string }[]>('GET', '/posts')).body;
  const oldest = posts.find(({ slug }) => slug === 'odd');
  await call('DELETE', `/posts/${oldest?.id}`);
  expect((await get('/archive/2018')).status).toBe(404);
  expect((await get(topics[0] ?? '')).status).toBe(404);
  expect(linksIn((await get('/blog/number-1')).html)).not.toContain('/blog/odd');
});
