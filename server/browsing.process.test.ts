import { expect, test } from 'vitest';
import { attribute, elements } from '../test-support/crawl.ts';
import { administrator, sharedServer } from '../test-support/server-process.ts';

const PASSWORD = 'a test password';
const ODD_TOPICS = [
  'a/b\\c? 100 % %2F #1',
  "It's Größe",
  'עברית',
  '日本語 👩‍🚀',
  'x'.repeat(80),
  '..',
];

const startServer = sharedServer({
  ADMIN_PASSWORD: PASSWORD,
  DEMO_CONTENT: 'false',
  SITE_TIMEZONE: 'America/New_York',
});

/** Posts of several years and many topics, in a time zone that is behind. */
async function startBlog() {
  const server = await startServer();
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

let blog: ReturnType<typeof startBlog> | undefined;

/** Shared by all tests. */
function openBlog() {
  blog ??= startBlog();
  return blog;
}

const linksIn = (html: string) => elements(html, 'a').map((each) => attribute(each, 'href') ?? '');

const postsIn = (html: string) => linksIn(html).filter((href) => href.startsWith('/blog/'));

const canonicalIn = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];

const topicsIn = (html: string) => linksIn(html).filter((href) => href.startsWith('/topics/'));

test('a topic of any letters has a page, which its posts link', async () => {
  const { get } = await openBlog();
  const topics = topicsIn((await get('/blog/odd')).html);
  expect(topics).toHaveLength(ODD_TOPICS.length - 1);
  for (const path of topics) {
    const { status, html } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(canonicalIn(html)?.endsWith(path.replaceAll("'", '&#x27;'))).toBe(true);
    expect(postsIn(html)).toContain('/blog/odd');
    const hasTallTitle = attribute(elements(html, 'h1')[0], 'data-tall') === '';
    expect([path, hasTallTitle]).toEqual([path, /[א-ת日]/.test(decodeURIComponent(path))]);
  }
});

test('a topic with many posts has pages, and one address', async () => {
  const { get } = await openBlog();
  const first = await get('/topics/Many');
  expect(first.html).toContain('<title>Many · Longhand</title>');
  expect(new Set(postsIn(first.html)).size).toBe(24);
  const older = linksIn(first.html).find((href) => href.includes('cursor=')) ?? '';
  const second = await get(older);
  expect(new Set(postsIn(second.html))).toEqual(new Set(['/blog/number-2', '/blog/number-1']));
  expect(canonicalIn(second.html)).toBeUndefined();
  expect(linksIn(second.html)).toContain('/topics/Many');
  expect(canonicalIn((await get('/blog?tag=Many')).html)).toMatch(/\/topics\/Many$/);
  for (const [from, to] of [
    ['/topics/MANY?x=1', '/topics/Many?x=1'],
    ['/Topics/%4Dany/', '/topics/%4Dany'],
    ['/topics/%4Dany', '/topics/Many'],
  ] as const) {
    const { status, location } = await get(from);
    expect([from, status, location]).toEqual([from, 301, to]);
  }
});

test('the list links the years, and a year has its months', async () => {
  const { get } = await openBlog();
  const year = await get('/archive/2020');
  expect(year.html).toContain('<title>Posts of 2020 · Longhand</title>');
  const months = elements(year.html, 'h2').map(({ childNodes }) => childNodes?.[0]?.value);
  expect(months.slice(0, 2)).toEqual(['November', 'March']);
  expect(postsIn(year.html)[0]).toBe('/blog/number-26');
  const years = async (path: string) =>
    linksIn((await get(path)).html).filter((href) => href.startsWith('/archive/'));
  expect(await years('/blog')).toEqual(['/archive/2020', '/archive/2018']);
  expect(await years('/blog?tag=Many')).toEqual([]);
  expect(await get('/archive/2020/')).toMatchObject({ status: 301, location: '/archive/2020' });
});

test('other topics and years are not found', async () => {
  const { get } = await openBlog();
  const topics = ['None', 'Many?cursor=1', '%00', 'x'.repeat(300), 'many/more'];
  const years = ['2019', '2021', '20200', 'abcd', '-1', '2020x'];
  for (const path of [
    ...topics.map((topic) => `/topics/${topic}`),
    ...years.map((year) => `/archive/${year}`),
    '/topics',
    '/archive',
  ]) {
    const { status, html } = await get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(elements(html, 'h1')).toHaveLength(1);
  }
  expect((await get('/topics/None')).html).toContain('There are no posts on this topic');
  expect((await get('/archive/2021')).html).toContain('There are no posts of this year');
});

test('the pages of a deleted post are gone on the next request', async () => {
  const { get, call } = await openBlog();
  const topic = topicsIn((await get('/blog/odd')).html)[0] ?? '';
  expect(linksIn((await get('/blog/number-1')).html)).toContain('/blog/odd');
  const posts = (await call<{ id: string; slug: string }[]>('GET', '/posts')).body;
  await call('DELETE', `/posts/${posts.find(({ slug }) => slug === 'odd')?.id}`);
  expect((await get('/archive/2018')).status).toBe(404);
  expect((await get(topic)).status).toBe(404);
  expect(linksIn((await get('/blog/number-1')).html)).not.toContain('/blog/odd');
});
