import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import type { Post } from '@longhand/contract/posts/posts';
import { createContentRevision, createResponseCache } from '@longhand/response-cache';
import { parseFeed } from '@rowanmanning/feed-parser';
import fc from 'fast-check';
import Fastify from 'fastify';
import RssParser from 'rss-parser';
import { parseSitemap } from 'sitemap';
import { expect, onTestFinished, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Site } from '../../app/reader/site/site.ts';
import { createSiteReader } from '../../app/reader/site/site-reader.ts';
import { canonicalPath } from '../page-url.ts';
import { absoluteHtml, xmlText } from './absolute-html.ts';
import { createFeed, MAX_FEED_CONTENT } from './feeds.ts';
import { feedsAndSeo } from './index.ts';
import { createLastModified } from './last-modified.ts';
import { createSitemap, createSitemapPart } from './sitemap.ts';
import { manifest, securityTxt } from './texts.ts';

const site: Site = {
  ...createSiteReader({ url: 'https://blog.example', apiUrl: '' }).lastKnown(),
  name: 'Tom & <Co>',
  description: 'Words "and" more',
  contactEmail: 'tom@blog.example',
};

let count = 0;
function post(fields: Partial<Post> = {}): Post {
  count += 1;
  const at = new Date(Date.UTC(2026, 0, count)).toISOString();
  return {
    id: `01890000-0000-7000-8000-${String(count).padStart(12, '0')}`,
    slug: `post-${count}`,
    title: `Post ${count}`,
    content: '<p>Text</p>',
    excerpt: 'In short',
    tags: ['Design'],
    meta_title: null,
    meta_description: null,
    published: true,
    featured_image: null,
    featured_image_alt: null,
    created_at: at,
    updated_at: at,
    published_at: at,
    publish_at: null,
    send_when_published: false,
    language: null,
    translation_of: null,
    reading_minutes: 1,
    version: 1,
    ...fields,
  };
}

const PAGES = [
  { slug: 'about', updated_at: null },
  { slug: 'imprint', updated_at: '2026-02-03T04:05:06.000Z' },
].map((page) => ({ ...page, title: page.slug, placement: 'none' as const, position: 0 }));

const HOSTILE = [
  ']]></content:encoded><script>alert(1)</script>',
  '<b>&amp; "quoted" \'single\' &nbsp;</b>',
  'null \u0000 bell \u0007 escape \u001b unit \u001f end \ufffe \uffff',
  '</title><!-- --> <?xml version="1.0"?> <!DOCTYPE x [<!ENTITY e "x">]> &e;',
  '😀 עברית العربية 漢字 \u202e',
];

async function expectWellFormed(xml: string): Promise<void> {
  const { errors } = await validateXML({ xml, normalization: 'format' });
  expect(errors.map(({ message }) => message)).toEqual([]);
}

test('the XML validator finds errors', async () => {
  await expect(expectWellFormed('<a>&b;<c></a>')).rejects.toThrow();
});

const rich = post({
  title: 'Rich',
  content:
    '<h2 id="post-a">A<a class="anchor" href="#post-a" aria-label="Link to this section"></a></h2><p><a href="/blog/other">other</a> <a href="#post-a">up</a> <a href="sideways?a=1&amp;b=2">side</a></p><img src="/uploads/a-10x10.png" srcset="/uploads/320/a.webp 320w, /uploads/a-10x10.png 640w" alt="" />',
  featured_image: '/uploads/a-10x10.png',
  tags: ['Design', 'Größe & Co'],
});

/** One of the parsers decodes entities in every text. */
function asHtml(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&nbsp;', '\u00a0');
}

for (const kind of ['rss', 'atom'] as const) {
  test(`${kind}: two independent parsers find every post, whatever its title`, async () => {
    const posts = [
      rich,
      ...HOSTILE.map((title) => post({ title, excerpt: title, tags: [title.replaceAll(',', '')] })),
    ];
    const feed = createFeed(kind, site, posts, null);
    const xml = feed?.body ?? '';
    await expectWellFormed(xml);
    expect(xml).not.toContain('<script');
    const one = parseFeed(xml);
    const two = await new RssParser().parseString(xml);
    expect(one.title).toBe('Tom & <Co>');
    expect(two.title).toBe('Tom & <Co>');
    expect(one.items.map((item) => item.id)).toEqual(posts.map(({ id }) => `urn:uuid:${id}`));
    expect(two.items.map((item) => item.link)).toEqual(
      posts.map(({ slug }) => `https://blog.example/blog/${slug}`),
    );
    for (const [index, { title, excerpt }] of posts.entries()) {
      const words = xmlText(title).trim();
      expect(one.items[index]?.title?.trim()).toBe(asHtml(words));
      expect(two.items[index]?.title?.trim()).toBe(words);
      // In RSS the summary is HTML and escaped as such.
      const summary = xmlText(excerpt).trim();
      expect(one.items[index]?.description?.trim()).toBe(
        kind === 'rss' ? summary : asHtml(summary),
      );
    }
    expect(one.items[0]?.content).toContain('href="https://blog.example/blog/other"');
    expect(one.items[0]?.categories.map(({ term }) => term)).toEqual(rich.tags);
  });
}

test('a content that is too long is only on its page: the entry has the excerpt', async () => {
  const long = post({ content: 'a'.repeat(MAX_FEED_CONTENT), excerpt: 'All of it' });
  const tooLong = post({ content: `${long.content}b`, excerpt: 'One & too many' });
  for (const kind of ['rss', 'atom'] as const) {
    const xml = createFeed(kind, site, [tooLong, long], null)?.body ?? '';
    await expectWellFormed(xml);
    expect(xml).not.toContain('ab');
    const { items } = parseFeed(xml);
    expect(items.map(({ content }) => content)).toEqual([null, long.content]);
    expect(items[0]).toMatchObject({
      description: 'One & too many',
      url: `https://blog.example/blog/${tooLong.slug}`,
    });
  }
  const { items } = JSON.parse(createFeed('json', site, [tooLong, long], null)?.body ?? '');
  expect(items[0]).toMatchObject({ content_text: 'One & too many' });
  expect(items[0]).not.toHaveProperty('content_html');
  expect(items[1]).toMatchObject({ content_html: long.content });
});

test.each(HOSTILE)('a site called %j has well-formed feeds and a valid manifest', async (name) => {
  const hostile = { ...site, name, description: name };
  for (const kind of ['rss', 'atom'] as const) {
    const xml = createFeed(kind, hostile, [rich], 'Design')?.body ?? '';
    await expectWellFormed(xml);
    expect(xml).not.toContain('<script');
    expect(parseFeed(xml).title?.trim()).toBe(asHtml(xmlText(`Design · ${name}`).trim()));
  }
  expect(JSON.parse(createFeed('json', hostile, [rich], null)?.body ?? '').authors[0].name).toBe(
    name,
  );
  expect(JSON.parse(manifest(hostile))).toMatchObject({ name, short_name: name });
});

test('an entry names its language where that is not the feed’s', async () => {
  const posts = [post({ language: 'fr' }), post({ language: 'en-US' }), post()];
  const atom = createFeed('atom', site, posts, null)?.body ?? '';
  await expectWellFormed(atom);
  expect([...atom.matchAll(/<entry[^>]*>/g)].join()).toBe('<entry xml:lang="fr">,<entry>,<entry>');
  const rss = createFeed('rss', site, posts, null)?.body ?? '';
  await expectWellFormed(rss);
  expect([...rss.matchAll(/<dc:language>[^<]*/g)].join()).toBe('<dc:language>fr');
  const { items } = JSON.parse(createFeed('json', site, posts, null)?.body ?? '');
  expect(items.map(({ language }: { language?: string }) => language)).toEqual([
    'fr',
    undefined,
    undefined,
  ]);
  // Nothing changes in a feed without such posts.
  expect(createFeed('rss', site, [post()], null)?.body).not.toContain('xmlns:dc');
});

test('feeds, the manifest and security.txt have the language and the icon of the site', () => {
  const german = { ...site, language: 'de', icon: 'abc' };
  expect(createFeed('rss', german, [], null)?.body).toContain('<language>de</language>');
  expect(createFeed('atom', german, [], null)?.body).toContain('<feed xml:lang="de" ');
  expect(JSON.parse(createFeed('json', german, [], null)?.body ?? '')).toMatchObject({
    language: 'de',
    icon: 'https://blog.example/icon-512.png?v=abc',
  });
  const { lang, icons } = JSON.parse(manifest(german));
  expect(lang).toBe('de');
  expect(icons.map(({ src }: { src: string }) => src)).toEqual([
    '/icon.svg?v=abc',
    '/icon-192.png?v=abc',
    '/icon-512.png?v=abc',
    '/icon-maskable.png?v=abc',
  ]);
  expect(securityTxt(german, new Date())).toContain('Preferred-Languages: de\n');
  const example = { ...german, contactEmail: 'hello@example.com' };
  expect(securityTxt(example, new Date())).toBeUndefined();
});

test('JSON Feed 1.1 has the same content', () => {
  const feed = JSON.parse(
    createFeed('json', site, [rich, post({ title: HOSTILE[0] ?? '' })], null)?.body ?? '',
  );
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1');
  expect(feed.feed_url).toBe('https://blog.example/feed.json');
  expect(feed.items[0]).toMatchObject({
    id: `urn:uuid:${rich.id}`,
    url: `https://blog.example/blog/${rich.slug}`,
    title: 'Rich',
    image: 'https://blog.example/uploads/a-10x10.png',
    attachments: [{ url: 'https://blog.example/uploads/a-10x10.png', mime_type: 'image/png' }],
    tags: ['Design', 'Größe & Co'],
  });
  expect(feed.items[1].title).toBe(HOSTILE[0]);
});

test('pictures are enclosures with the URL of the API host', () => {
  const remoteApi = { ...site, apiUrl: 'https://api.example' };
  const xml = createFeed('rss', remoteApi, [rich], null)?.body ?? '';
  expect(xml).toContain(
    '<enclosure url="https://api.example/uploads/a-10x10.png" length="0" type="image/png"/>',
  );
  expect(xml).toContain('src="https://api.example/uploads/a-10x10.png"');
  expect(xml).toContain('href="https://blog.example/blog/other"');
});

test('a topic has its own feed, in the spelling of the posts; an unknown topic has none', () => {
  const other = post({ tags: ['Finance'] });
  const feed = createFeed('atom', site, [rich, other], 'DESIGN');
  expect(feed?.body).toContain('<title>Design · Tom &amp; &lt;Co&gt;</title>');
  expect(feed?.body).toContain('https://blog.example/atom.xml?tag=Design');
  expect(feed?.body).not.toContain(other.slug);
  expect(createFeed('atom', site, [rich, other], 'nothing')).toBeUndefined();
});

test('feeds contain the newest fifty posts, and an empty blog has feeds, too', async () => {
  const many = Array.from({ length: 60 }, () => post());
  expect(parseFeed(createFeed('rss', site, many, null)?.body ?? '').items).toHaveLength(50);
  for (const kind of ['rss', 'atom'] as const) {
    const empty = createFeed(kind, site, [], null)?.body ?? '';
    await expectWellFormed(empty);
    expect(parseFeed(empty).items).toEqual([]);
  }
});

test('all URLs in the HTML of a feed are absolute', () => {
  const bases = { page: 'https://blog.example/blog/x', uploads: 'https://api.example' };
  const html = absoluteHtml(rich.content, bases);
  const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses).toEqual([
    'https://blog.example/blog/other',
    'https://blog.example/blog/x#post-a',
    'https://blog.example/blog/sideways?a=1&amp;b=2',
    'https://api.example/uploads/a-10x10.png',
  ]);
  expect(
    absoluteHtml('<a href="http://[">x</a><a href="/a?b=&quot;c&quot;&lt;">y</a>', bases),
  ).toBe('<a>x</a><a href="https://blog.example/a?b=%22c%22%3C">y</a>');
  expect(absoluteHtml('<a href="/it&#x27;s?a=&#x60;">z</a>', bases)).toBe(
    '<a href="https://blog.example/it\'s?a=`">z</a>',
  );
  expect(html).toContain(
    'srcset="https://api.example/uploads/320/a.webp 320w, https://api.example/uploads/a-10x10.png 640w"',
  );
});

test('text that looks like an attribute is not changed', () => {
  const bases = { page: 'https://blog.example/blog/x', uploads: 'https://api.example' };
  const code = '<code>&lt;a href="/about" tabindex="0"&gt;</code>';
  expect(absoluteHtml(code, bases)).toBe(code);
  expect(
    absoluteHtml('<video poster="/uploads/a.png" title="a > b" src="/v.mp4"></video>', bases),
  ).toBe(
    '<video poster="https://api.example/uploads/a.png" title="a > b" src="https://blog.example/v.mp4"></video>',
  );
});

test('every version has its own Last-Modified time, after a restart and within a second, too', () => {
  let now = Date.UTC(2026, 5, 1, 12, 0, 0, 500);
  const lastModified = createLastModified(() => now);
  const old = Date.UTC(2026, 0, 1);
  const first = lastModified('/feed.xml', 'a', old);
  expect(first.toISOString()).toBe('2026-06-01T12:00:00.000Z');
  now += 100;
  const second = lastModified('/feed.xml', 'b', old);
  expect(second.toISOString()).toBe('2026-06-01T12:00:01.000Z');
  now += 60_000;
  expect(lastModified('/feed.xml', 'b', old)).toEqual(second);
  expect(lastModified('/feed.xml', 'a', old).toISOString()).toBe('2026-06-01T12:01:00.000Z');
});

test('the sitemap contains every page and picture, with its last change', async () => {
  const xml = await createSitemap(site, {
    posts: [rich, post({ title: HOSTILE[2] ?? '', tags: ['DESIGN', 'a/b?'] })],
    pages: PAGES,
    years: [
      { year: 2026, posts: 1 },
      { year: 1969, posts: 1 },
    ],
  });
  await expectWellFormed(xml);
  const entries = await parseSitemap(Readable.from([xml]));
  const urls = entries.map(({ url }) => url);
  expect(urls).toContain('https://blog.example/');
  const lastmod = (path: string) =>
    entries.find(({ url }) => url === `https://blog.example${path}`)?.lastmod;
  expect(lastmod('/about')).toBeUndefined();
  expect(lastmod('/imprint')).toBe('2026-02-03T04:05:06.000Z');
  expect(urls.filter((url) => /topics|archive|\?/.test(url))).toEqual([
    'https://blog.example/topics/Design',
    'https://blog.example/topics/Gr%C3%B6%C3%9Fe%20%26%20Co',
    'https://blog.example/topics/a%2Fb%3F',
    'https://blog.example/archive/2026',
    'https://blog.example/archive/1969',
  ]);
  const entry = entries.find(({ url }) => url.endsWith(rich.slug));
  expect(entry?.lastmod).toBe(rich.updated_at);
  expect(entry?.img[0]?.url).toBe('https://blog.example/uploads/a-10x10.png');
});

test('above the limit of one file, an index lists the parts, which contain everything', async () => {
  const posts = Array.from({ length: 25 }, () => post());
  const content = { posts, pages: PAGES, years: [] };
  const index = await createSitemap(site, content, 10);
  await expectWellFormed(index);
  expect([...index.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url)).toEqual([
    'https://blog.example/sitemap-1.xml',
    'https://blog.example/sitemap-2.xml',
    'https://blog.example/sitemap-3.xml',
  ]);
  const parts = await Promise.all([1, 2, 3].map((n) => createSitemapPart(site, content, n, 10)));
  const urls = parts.flatMap((part) =>
    [...(part ?? '').matchAll(/<loc>([^<]+)/g)].map(([, url]) => url),
  );
  expect(urls).toHaveLength(30);
  expect(new Set(urls).size).toBe(30);
  expect(await createSitemapPart(site, content, 4, 10)).toBeUndefined();
  expect(await createSitemapPart(site, content, 1)).toBeUndefined();
});

test.each([
  ['/blog/', '/blog'],
  ['/Blog/My-Post', '/blog/my-post'],
  ['//evil.example/', '/evil.example'],
  ['/\\evil.example/', '/evil.example'],
  ['/blog/?Q=Keep', '/blog?Q=Keep'],
  ['///', '/'],
  ['/', undefined],
  ['/blog?q=A/', undefined],
  ['/blog/%C3%A9t%C3%A9', undefined],
  ['/Topics/iOS/', '/topics/iOS'],
  ['/topics/iOS', undefined],
  ['/topics/%C3%96l%2F%5C', undefined],
  ['/topics/A/B', '/topics/a/b'],
])('the canonical path of %s is %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test('a canonical path is its own canonical path, and never another host', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.stringMatching(/^[/\\A-Za-z.]{0,8}$/), (path, odd) => {
      const canonical = canonicalPath(`/${odd}${path}`);
      if (canonical === undefined) return;
      expect(canonicalPath(canonical)).toBeUndefined();
      expect(new URL(canonical, 'https://blog.example').origin).toBe('https://blog.example');
    }),
  );
});

/** The start of an answer, or none at all; then the connection ends. */
async function startBrokenApi(head: string): Promise<string> {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(head)).on('error', () => {});
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const CUT_OFF =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n[{';

test.each([
  ['does not answer', '', 503],
  ['stops in the middle of an answer', CUT_OFF, 503],
  ['answers 500', 'HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n', 503],
  ['answers something else than JSON', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n?', 500],
])('a feed of an API that %s', async (_what, head, status) => {
  const api = await startBrokenApi(head);
  const revision = createContentRevision(
    async () => 1,
    () => {},
  );
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(feedsAndSeo, {
    site: createSiteReader({ url: 'https://blog.example', apiUrl: '' }),
    fetchApi: (path) => fetch(`${api}/api${path}`),
    cache: createResponseCache({ revision }),
    addressOf: () => '192.0.2.1',
  });
  expect((await app.inject('/feed.xml')).statusCode).toBe(status);
});
