import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archiveOf, documentOf, itemsOf } from '../../../../test-support/archives.ts';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { markdownFormat } from './markdown-format.ts';

const one = (files: Readonly<Record<string, string>>) => documentOf(markdownFormat, files);
const titles = async (files: Readonly<Record<string, string>>) =>
  (await itemsOf(markdownFormat, files)).map((item) => [item.kind, item.title]);

test('a post of Jekyll has its fields, date and addresses', async () => {
  const text = `---
title: "Salt &amp; smoke"
date: 2013-05-06 23:30:00 -0500
categories: cooking slow
tags: [Fire, "Salt, coarse"]
description: Short
image: {path: /img/a.jpg, alt: A pan}
lang: de
redirect_from: /old/
---
Text`;
  const post = await one({ '_posts/2013-05-06-Salt-and-smoke.md': text });
  expect(post).toEqual({
    kind: 'post',
    guid: '_posts/2013-05-06-Salt-and-smoke.md',
    sourceId: '_posts/2013-05-06-Salt-and-smoke.md',
    title: 'Salt & smoke',
    slug: 'Salt-and-smoke',
    content: '<p>Text</p>',
    excerpt: 'Short',
    tags: ['cooking', 'slow', 'Fire', 'Salt coarse'],
    metaTitle: null,
    metaDescription: 'Short',
    language: 'de',
    featuredImage: { address: '/img/a.jpg', alt: 'A pan' },
    status: 'public',
    publishedAt: new Date('2013-05-07T04:30:00Z'),
    createdAt: null,
    addresses: [
      '/cooking/slow/2013/05/06/Salt-and-smoke.html',
      '/cooking/slow/2013/05/06/Salt-and-smoke',
      '/2013/05/06/Salt-and-smoke.html',
      '/2013/05/06/Salt-and-smoke',
      '/old/',
    ],
    links: ['/_posts/2013-05-06-Salt-and-smoke.md'],
    notes: [],
  });
});

test('a bundle of Hugo with TOML has its path, and pictures beside it', async () => {
  const archive = archiveOf({
    'hugo.toml': 'baseURL = "https://blog.example/"',
    'content/posts/My Trip/index.md':
      '+++\ntitle = "Trip"\ndate = 2020-02-03T04:05:06+01:00\naliases = ["/t/"]\n[params]\nimage = "cover.jpg"\n+++\n![A](a%20b.png)',
    'content/posts/My Trip/a b.png': 'A',
    'content/posts/My Trip/cover.jpg': 'C',
    'content/about.md': '# About\nUs',
    'content/_index.md': 'x',
    'README.md': 'x',
    'themes/x/README.md': 'x',
  });
  const source = await markdownFormat.open(archive);
  const [post, page, ...others] = await Array.fromAsync(source.items());
  expect(source.origin).toBe('https://blog.example/');
  expect(post).toMatchObject({
    kind: 'post',
    slug: 'My Trip',
    publishedAt: new Date('2020-02-03T03:05:06Z'),
    addresses: ['/posts/my-trip/', '/t/'],
    featuredImage: { address: '/content/posts/My%20Trip/cover.jpg', alt: null },
    content: '<p><img src="/content/posts/My%20Trip/a%20b.png" alt="A"></p>',
  });
  expect(page).toMatchObject({ kind: 'page', title: 'About', addresses: ['/about/'] });
  expect(others.map(({ kind, title }) => [kind, title])).toEqual([
    ['skipped', 'content/_index.md'],
    ['skipped', 'README.md'],
  ]);
  const to = join(temporaryFolder(), 'copy');
  const copy = (address: string) => source.copyPicture(address, post as never, to);
  expect(await copy('/content/posts/My%20Trip/a%20b.png')).toBe(true);
  expect(readFileSync(to, 'utf8')).toBe('A');
  expect(await copy('/none.png')).toBe(false);
});

test('references in a bundle of Hugo start from the folder that it is in', async () => {
  const items = await itemsOf(markdownFormat, {
    'hugo.toml': '',
    'content/docs/x.md': 'X',
    'content/post/bundle/index.md': '[x]({{< ref "x" >}})',
    'content/post/x.md': 'X',
  });
  expect(items[1]).toMatchObject({ content: '<p><a href="/content/post/x.md">x</a></p>' });
});

test('pictures of static folders are found by the address that they have on the site', async () => {
  const archive = archiveOf({ 'content/a.md': '![](/img/x.png)', 'static/img/x.png': 'X' });
  const source = await markdownFormat.open(archive);
  const [item] = await Array.fromAsync(source.items());
  expect(item).toMatchObject({ content: '<p><img src="/static/img/x.png" alt=""></p>' });
  const to = join(temporaryFolder(), 'copy');
  expect(await source.copyPicture('/img/x.png', item as never, to)).toBe(true);
});

test('notes of Obsidian: links, pictures, marks, comments, callouts', async () => {
  const items = await itemsOf(markdownFormat, {
    'vault/First note.md':
      'To [[Second note|the second]], [[Second note#Part]] and [[nowhere]]. ==Seen==%% not shown %%\n\n![[photo.png|300]] `[[code]]`\n\n> [!tip] Mind\n> this',
    'vault/Sub/Second note.md': '---\ntags: "#one"\n---\n# Heading\n[back](../First%20note.md#x)',
    'vault/files/photo.png': 'P',
  });
  expect(items[0]).toMatchObject({
    kind: 'post',
    title: 'First note',
    content:
      '<p>To <a href="/Sub/Second%20note.md">the second</a>, <a href="/Sub/Second%20note.md">Second note › Part</a> and nowhere. <mark>Seen</mark></p>\n<p><img src="/files/photo.png" alt=""> <code>[[code]]</code></p>\n<aside class="note"><p><strong>Mind</strong></p>\n<p>this</p>\n</aside>',
    links: ['/First%20note.md'],
  });
  expect(items[1]).toMatchObject({
    title: 'Heading',
    tags: ['one'],
    content: '<p><a href="/First%20note.md#x">back</a></p>',
  });
});

test.each([
  ['a post of Jekyll', { '_posts/2020-01-02-Two-words.md': 'Text' }, ''],
  ['one without a text', { '_posts/2020-01-02-two-words.md': '![](a.png)' }, 'Two words'],
  ['a file with a plain name', { 'two-words.md': 'Text' }, ''],
  ['a note with a name for people', { 'Two words.md': 'Text' }, 'Two words'],
  ['a note in letters without capitals', { 'パン.md': 'Text' }, 'パン'],
  ['one with a heading', { 'Two words.md': '# Own\nText' }, 'Own'],
  ['one with an underlined heading', { 'a.md': 'Own *title*\n===\nText' }, 'Own title'],
])('the title of %s', async (_, files: Readonly<Record<string, string>>, title) => {
  expect((await one(files)).title).toBe(title);
});

test('plain names are titles among notes, and not because of a README', async () => {
  expect(await titles({ 'bread.md': 'Text', 'Of salt.md': 'Text' })).toEqual([
    ['post', 'bread'],
    ['post', 'Of salt'],
  ]);
  expect((await titles({ 'README.md': 'x', 'bread.md': 'Text' }))[1]).toEqual(['post', '']);
});

test('Eleventy: paths without dates, and no topics from collections', async () => {
  const files = {
    'eleventy.config.js': '',
    'src/blog/2020-01-02-Hello.md': '---\ntags: [posts, Real]\n---\nText',
  };
  expect(await one(files)).toMatchObject({
    title: '',
    tags: ['Real'],
    addresses: ['/blog/Hello/', '/src/blog/Hello/'],
    publishedAt: new Date('2020-01-02T00:00:00Z'),
  });
});

test.each([
  ['draft: true', 'a.md'],
  ['published: false', 'a.md'],
  ['title: x', '_drafts/a.md'],
])('%s in %s is a draft', async (line, name) => {
  expect(await one({ [name]: `---\n${line}\n---\nText` })).toMatchObject({ status: 'draft' });
});

test('a permalink comes first, and patterns of the configuration are followed', async () => {
  const own = await one({ '_posts/2020-01-02-a.md': '---\npermalink: /x/y.html\n---\nT' });
  expect(own.addresses[0]).toBe('/x/y.html');
  const source = await markdownFormat.open(
    archiveOf({
      '_config.yml':
        'url: https://a.example\nbaseurl: /b\npermalink: /:year/:title/\nrepository: o/r',
      '_posts/2020-01-02-a.md': '[x]({{ site.baseurl }}/c) {{ site.repository }}',
    }),
  );
  expect(source.siteUrl).toBe('https://a.example/b');
  const [item] = await Array.fromAsync(source.items());
  expect(item).toMatchObject({ content: '<p><a href="/c">x</a> o/r</p>', notes: [] });
  expect(item).toMatchObject({ addresses: expect.arrayContaining(['/2020/a/']) });
});

test.each([
  ['permalink: /e/one/index.html', ['/e/one/index.html', '/e/one/', '/a/'], 0],
  ['redirect_from: /f/index.html', ['/a/', '/f/index.html', '/f/'], 0],
  ['permalink: /index.html', ['/index.html', '/a/'], 0],
  ['permalink: "{{ title | slugify }}/"', ['/a/'], 1],
  ['permalink: /:title/:unknown/', ['/a/'], 1],
  ['permalink: false', ['/a/'], 0],
  ['aliases: ["/x/{{ y }}/", "/z/"]', ['/a/', '/z/'], 1],
])('with %s it was at %j', async (line, addresses, notes) => {
  const post = await one({ 'eleventy.config.js': '', 'a.md': `---\n${line}\n---\nText` });
  expect(post.addresses).toEqual(addresses);
  expect(post.notes).toEqual(Array(notes).fill(expect.stringContaining('cannot be kept')));
});

test.each([
  ['hugo.toml', ['/tags/tea-more/', '/tags/c%23/', '/categories/slow-food/']],
  ['eleventy.config.js', ['/tags/tea-more/', '/tags/c/']],
  [
    '_config.yml',
    [
      ...['/tag/tea-more/', '/tags/tea-more/', '/tag/c/', '/tags/c/'],
      ...['/category/slow-food/', '/categories/slow-food/'],
    ],
  ],
  ['other.txt', []],
])('with %s the pages of topics were at %j', async (name, addresses) => {
  const text = '---\ntags: ["Tea & more", "C#"]\ncategories: [Slow food]\n---\nText';
  const archive = archiveOf({
    [name]: '',
    'content/posts/a.md': text,
    'content/posts/b.md': text,
    'content/pages/c.md': '---\ntags: [Other]\n---\nText',
  });
  const source = await markdownFormat.open(archive);
  await Array.fromAsync(source.items());
  const redirects = [...source.redirects()];
  expect(redirects.map(({ from }) => from).toSorted()).toEqual(addresses.toSorted());
  const targets = redirects.map((redirect) => 'to' in redirect && redirect.to);
  const topics = ['/topics/Tea%20%26%20more', '/topics/C%23', '/topics/Slow%20food'];
  expect(topics).toEqual(expect.arrayContaining([...new Set(targets)]));
});

test('HTML with front matter counts, other HTML and templates do not', async () => {
  expect(
    await titles({
      '_posts/2020-01-02-a.md': 'T',
      'about.html': '---\ntitle: About\n---\n<p>Us</p>',
      'plain.html': '<p>x</p>',
      'list.md': '---\nlayout: page\n---\n{% for post in site.posts %}x{% endfor %}',
      'page.mdx': 'import x from "y"',
    }),
  ).toEqual([
    ['post', ''],
    ['page', 'About'],
    ['skipped', 'list.md'],
    ['skipped', 'page.mdx'],
  ]);
});

test('front matter that is code is not run, and other files are taken', async () => {
  const code = '---js\n{ title: process.exit(1) }\n---\nText';
  const items = await itemsOf(markdownFormat, { 'a.md': code, 'b.md': 'Text' });
  expect(items[0]).toMatchObject({
    kind: 'skipped',
    reason: expect.stringContaining('would have to be run as code'),
  });
  expect(items[1]).toMatchObject({ kind: 'post', title: '' });
});

test('a text that is too long or too intricate is named', async () => {
  const files = {
    'long.md': 'x'.repeat(1_000_001),
    'deep.md': '>'.repeat(50_000),
    'quotes.md': '> [!note]\n'.repeat(5_000),
    'links.md': Array.from({ length: 3_000 }, (_, n) => `[a${n}]: /x`).join('\n'),
    'list.md': '- a\n'.repeat(5_000),
    'marks.md': '[a]('.repeat(5_000),
    'table.md': `${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}`,
    'code.md': `${'`a` '.repeat(400)}\n\n`.repeat(50),
    'separate-quotes.md': '> a\n\n'.repeat(3_000),
    'hidden.md': `<!--\n\`\`\`\n-->\n${'*a*\n\n'.repeat(9_000)}`,
    'good.md': `\`\`\`\n${'[*_|'.repeat(20_000)}\n\`\`\`\n\n${'A paragraph with *marks*.\n\n'.repeat(2_000)}`,
  };
  const kinds = (await itemsOf(markdownFormat, files)).map(({ kind }) => kind);
  expect(kinds).toEqual([...Array(10).fill('skipped'), 'post']);
});
