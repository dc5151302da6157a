import { BUILT_IN_PAGES } from '@longhand/contract/pages/page-addresses';
import type { LinkTarget } from '@longhand/contract/posts/post-lists';
import type { Preview } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import routes from '../../../routes.ts';
import { EMPTY_FORM, type PostForm } from '../../post-form/post-form.ts';
import { type CheckContext, checkPost, linkedSlugs, readContent } from './check-post.ts';

const FORM: PostForm = {
  ...EMPTY_FORM,
  title: 'A title',
  excerpt: 'An excerpt',
  content: '<p>Text</p>',
  slug: 'a-title',
  featured_image: '/uploads/a.webp',
  featured_image_alt: 'A leaf',
};
const SITE = 'https://blog.example';
const CONTEXT: CheckContext = {
  siteUrl: SITE,
  rendered: null,
  targets: new Map(),
  pages: new Set(),
};

function check(fields: Partial<PostForm>, context: Partial<CheckContext> = {}) {
  const form = { ...FORM, ...fields };
  return checkPost(form, readContent(form.content), { ...CONTEXT, ...context });
}

/** The place, the message and the text that is selected. */
function inText(content: string, context: Partial<CheckContext> = {}) {
  return check({ content }, context).map(({ where, message, place }) => [
    where,
    message,
    'from' in place ? content.slice(place.from, place.to) : place.field,
  ]);
}

test('a text without an excerpt cannot be saved, which an empty post need not hear', () => {
  const missing = [{ where: 'Excerpt', place: { field: 'excerpt' } }];
  expect(check({ excerpt: ' ' })).toMatchObject(missing);
  expect(check({ excerpt: '', content: '' })).toEqual(check({ content: '' }));
});

function rendering(content: string, removed: Preview['removed'] = []): Preview {
  return { content, reading_minutes: 1, removed, removed_count: removed.length };
}

function target(slug: string, fields: Partial<LinkTarget> = {}): LinkTarget {
  return { slug, title: slug, published: true, publish_at: null, ...fields };
}

test('a post with nothing to look at', () => {
  expect(check({})).toEqual([]);
});

test('pictures without alt text', () => {
  const content = `<p>One</p>
<figure><img src="a.webp" alt=" "><figcaption>Two</figcaption></figure>
<p><img src=b.webp> <img src="c.webp" alt="Three"></p>`;
  expect(inText(content)).toEqual([
    ['Line 2', 'The picture has no alt text.', '<img src="a.webp" alt=" ">'],
    ['Line 3', 'The picture has no alt text.', '<img src=b.webp>'],
  ]);
});

test('skipped heading levels', () => {
  const skipped = '<h2>A</h2>\n<h4>B</h4>\n<h5>C</h5>\n<h2>D</h2>\n<h3>E</h3>';
  expect(inText(skipped)).toEqual([
    ['Line 2', 'An H4 follows an H2: a level is missing.', '<h4>B</h4>'],
  ]);
  expect(inText('<h3>A</h3><h3>B</h3>')).toEqual([
    ['Line 1', 'The first heading is an H3: please begin with an H2.', '<h3>A</h3>'],
  ]);
  // Readers get an h2.
  expect(inText('<h1>A</h1><h3>B</h3>')).toEqual([]);
});

test('the featured image and its description', () => {
  expect(check({ featured_image: '' })).toMatchObject([{ place: { field: 'featured_image' } }]);
  expect(check({ featured_image_alt: ' ' })).toMatchObject([
    { place: { field: 'featured_image_alt' } },
  ]);
});

test('texts that are cut elsewhere', () => {
  const long = 'x'.repeat(61);
  expect(check({ excerpt: 'x'.repeat(100) })).toEqual([]);
  expect(check({ excerpt: 'x'.repeat(101) })).toEqual([
    {
      where: 'Excerpt',
      message: 'It has 101 characters. Cards show about 100.',
      place: { field: 'excerpt' },
    },
  ]);
  expect(check({ title: 'x'.repeat(60), meta_title: ' ' })).toEqual([]);
  expect(check({ title: long })[0]?.message).toBe(
    'There is none, and the title has 61 characters. Search engines show about 60.',
  );
  expect(check({ title: long, meta_title: 'Short' })).toEqual([]);
  expect(check({ meta_title: long })[0]).toMatchObject({ place: { field: 'meta_title' } });
  expect(check({ meta_description: 'x'.repeat(160) })).toEqual([]);
  expect(check({ meta_description: 'x'.repeat(161) })).toMatchObject([
    { where: 'Meta Description', place: { field: 'meta_description' } },
  ]);
  const fields = check({ excerpt: 'x'.repeat(161) }).map(({ where }) => where);
  expect(fields).toEqual(['Excerpt', 'Meta Description']);
});

test('links to posts', () => {
  const content = ['there', 'draft', 'later', 'nowhere', 'not-known-yet', 'A title!', 'a-title']
    .map((slug) => `<a href="/blog/${slug}">x</a>`)
    .join('\n');
  const facts = readContent(content);
  expect(linkedSlugs(facts, FORM, SITE)).toEqual([
    'there',
    'draft',
    'later',
    'nowhere',
    'not-known-yet',
  ]);
  const targets = new Map<string, LinkTarget | null>([
    ['there', target('there')],
    ['draft', target('draft', { title: 'Half done', published: false })],
    ['later', target('later', { published: false, publish_at: '2036-01-01T00:00:00.000Z' })],
    ['nowhere', null],
  ]);
  expect(inText(content, { targets })).toEqual([
    [
      'Line 2',
      'The link to “Half done” leads nowhere yet: that post is a draft.',
      '<a href="/blog/draft">x</a>',
    ],
    [
      'Line 3',
      'The link to “later” leads nowhere yet: that post is scheduled.',
      '<a href="/blog/later">x</a>',
    ],
    [
      'Line 4',
      'The link to /blog/nowhere leads nowhere: there is no such post.',
      '<a href="/blog/nowhere">x</a>',
    ],
    [
      'Line 6',
      'The link to /blog/A title! leads nowhere: this site has no such page.',
      '<a href="/blog/A title!">x</a>',
    ],
  ]);
});

test('links to pages at the root, once these are known', () => {
  const content = '<a href="/imprint">x</a>\n<a href="/privacy/">x</a>\n<a href="/about">x</a>';
  expect(linkedSlugs(readContent(content), FORM, SITE, 'page')).toEqual(['imprint', 'privacy']);
  expect(inText(content, { pages: null })).toEqual([]);
  expect(inText(content, { pages: new Set(['imprint']) })).toEqual([
    [
      'Line 2',
      'The link to /privacy leads nowhere: this site has no such page.',
      '<a href="/privacy/">x</a>',
    ],
  ]);
});

test.each([
  `${SITE}/blog/other`,
  '/blog/other/',
  'other',
  './other?x=1#y',
  '../blog/other',
  '//blog.example/blog/other',
])('%s is a link to the post "other"', (href) => {
  expect(linkedSlugs(readContent(`<a href="${href}">x</a>`), FORM, SITE)).toEqual(['other']);
});

test.each([
  ...[
    'https://example.org/nothing',
    'mailto:a@example.org',
    'tel:1',
    'http://[',
    '',
    '?q=1',
    '#top',
  ],
  ...['/', '/blog', '/blog/', '/blog?tag=X', '/about#x', '/contact', '/feed.xml', '/sitemap.xml'],
  ...['/uploads/a.webp', '/api/docs', '/icon.svg', '/blog/a-title', '/topics/X', '/archive/2026'],
])('nothing is said of a link to "%s"', (href) => {
  expect(inText(`<a href="${href}">x</a>`, { rendered: rendering('') })).toEqual([]);
});

test.each(['/abuot', '/blog/a/b', `${SITE}/2020/01/old`])('a link to %s leads nowhere', (href) => {
  expect(inText(`<a href="${href}">x</a>`)).toHaveLength(1);
});

test('every public page is known', () => {
  const paths = routes.flatMap(({ path, index }) => (index ? '/' : path ? `/${path}` : []));
  const fixed = paths.filter((path) => !/[:*]/.test(path));
  expect(fixed).toContain('/blog');
  const pages = [...fixed, ...BUILT_IN_PAGES.map((slug) => `/${slug}`)];
  for (const page of pages) expect(inText(`<a href="${page}">x</a>`)).toEqual([]);
});

test('links to a place in the text', () => {
  const content = '<h2>Some heading</h2><p id="own">x</p>'.concat(
    ...['own', 'some-heading', 'post-some-heading', 'none', 'na%C3%AFve'].map(
      (id) => `\n<a href="#${id}">x</a>`,
    ),
  );
  const rendered = rendering('<h2 id="post-some-heading">Some heading</h2>');
  expect(inText(content, { rendered })).toEqual([
    [
      'Line 5',
      'The link to #none leads nowhere: nothing in the text has this id.',
      '<a href="#none">x</a>',
    ],
    [
      'Line 6',
      'The link to #naïve leads nowhere: nothing in the text has this id.',
      '<a href="#na%C3%AFve">x</a>',
    ],
  ]);
  // Not known before there is a rendering: headings get their ids there.
  expect(inText(content)).toEqual([]);
});

test('text without paragraphs', () => {
  const words = (count: number) => 'word '.repeat(count).trim();
  const message = (count: number) =>
    `This paragraph has ${count} words: shorter ones are easier to read.`;
  expect(inText(words(99))).toEqual([]);
  expect(inText(words(100))).toEqual([['Line 1', message(100), words(100)]]);
  const broken = `${words(60)}<br>${words(60)}`;
  expect(inText(`<p>${broken}</p>`)).toEqual([['Line 1', message(120), broken]]);
  expect(inText(`${words(60)}\n\n${words(60)}`)).toEqual([]);
  expect(inText(`<p>${words(60)}</p><p>${words(60)}</p>`)).toEqual([]);
  const long = `${words(150)} <b>${words(150)}`;
  expect(inText(`<p>One</p>\n<p>${long}</b></p>`)).toEqual([['Line 2', message(300), long]]);
  expect(inText(`<p>One</p><pre>${words(400)}</pre>`)).toEqual([]);
  expect(inText(`<script>${words(200)}</script>`)).toEqual([]);
});

test('what cleaning drops', () => {
  const removed = {
    kind: 'attribute',
    name: 'onclick',
    detail: 'p',
    line: 2,
    message: 'It is left out.',
  } as const;
  const content = '<p>One</p>\n<p onclick="x()">Two</p>';
  expect(inText(content, { rendered: rendering('', [removed]) })).toEqual([
    ['Line 2', 'It is left out.', '<p onclick="x()">Two</p>'],
  ]);
});

test('the order is that of the screen', () => {
  const checks = check({
    excerpt: 'x'.repeat(200),
    content: '<p><a href="/abuot">x</a></p>\n<h3>A</h3>\n<img>',
    featured_image: '',
  });
  expect(checks.map(({ where }) => where)).toEqual([
    'Excerpt',
    'Line 1',
    'Line 2',
    'Line 3',
    'Featured Image',
    'Meta Description',
  ]);
});

test('hostile HTML is not checked', () => {
  expect(inText('<b>'.repeat(10_000))).toEqual([]);
});
