import { expect, test } from 'vitest';
import { archiveOf, wxr, wxrField, wxrItem } from '../../../../test-support/wordpress-exports.ts';
import type { FoundDocument, FoundItem } from '../source.ts';
import { wordpressFormat } from './wordpress-format.ts';

async function openExport(elements: string) {
  return await wordpressFormat.open(archiveOf(wxr(elements)));
}

async function itemsOf(elements: string): Promise<FoundItem[]> {
  return await Array.fromAsync((await openExport(elements)).items());
}

async function documentOf(
  fields: Record<string, string> = {},
  inside = '',
): Promise<FoundDocument> {
  const [item] = await itemsOf(wxrItem(fields, inside));
  if (!item || item.kind === 'skipped') throw new Error('The item was not taken.');
  return item;
}

test('a post has its title, slug, text, date and what it is known by', async () => {
  expect(
    await documentOf({
      title: 'Salt &amp; <em>pepper</em> &#8211; ä',
      'content:encoded': 'One.\n\nTwo.',
    }),
  ).toMatchObject({
    kind: 'post',
    guid: 'https://old.example/?p=1',
    sourceId: '1',
    title: 'Salt & pepper – ä',
    slug: 'a-title',
    content: '<p>One.</p>\n<p>Two.</p>',
    status: 'public',
    publishedAt: new Date('2009-09-05T08:00:00Z'),
    createdAt: new Date('2009-09-05T08:00:00Z'),
    notes: [],
  });
});

test('items can be read again, in the same order', async () => {
  const source = await openExport(wxrItem() + wxrItem({ 'wp:post_id': '2', title: 'Another' }));
  const first = await Array.fromAsync(source.items());
  expect(first.map(({ title }) => title)).toEqual(['A title', 'Another']);
  expect(await Array.fromAsync(source.items())).toEqual(first);
});

test.each([
  ['draft', null],
  ['pending', 'waiting for review'],
  ['private', 'private'],
  ['acf-disabled', 'Its status was “acf-disabled”'],
])('a post with the status %s becomes a draft', async (status, note) => {
  const { notes, ...document } = await documentOf({ 'wp:status': status });
  expect(document.status).toBe('draft');
  expect(notes).toEqual(note === null ? [] : [expect.stringContaining(note)]);
});

test('a post with a password becomes a draft, with a note and its date', async () => {
  expect(await documentOf({ 'wp:post_password': 'secret' })).toMatchObject({
    status: 'draft',
    publishedAt: new Date('2009-09-05T08:00:00Z'),
    notes: ['It was protected by a password, and is a draft now.'],
  });
});

test('a scheduled post is public from its date on; a scheduled page is a draft', async () => {
  const scheduled = { 'wp:status': 'future', 'wp:post_date_gmt': '2090-01-01 08:00:00' };
  expect(await documentOf(scheduled)).toMatchObject({
    status: 'public',
    publishedAt: new Date('2090-01-01T08:00:00Z'),
  });
  expect(await documentOf({ ...scheduled, 'wp:post_type': 'page' })).toMatchObject({
    kind: 'page',
    status: 'draft',
    notes: [expect.stringContaining('scheduled')],
  });
});

test.each([
  [{ 'wp:post_date_gmt': '0000-00-00 00:00:00' }, '2009-09-05T10:00:00.000Z'],
  [{ 'wp:post_date_gmt': '', 'wp:post_date': '' }, null],
  [
    { 'wp:post_date_gmt': '', 'wp:post_date': '', pubDate: 'Sat, 05 Sep 2009 08:00:00 +0000' },
    '2009-09-05T08:00:00.000Z',
  ],
  [
    {
      'wp:post_date_gmt': '0000-00-00 00:00:00',
      'wp:post_date': '0000-00-00 00:00:00',
      pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000',
    },
    null,
  ],
])('the date of %j is %s', async (fields, date) => {
  const { createdAt } = await documentOf(fields);
  expect(createdAt?.toISOString() ?? null).toBe(date);
});

test('a draft has no date that readers see', async () => {
  expect(await documentOf({ 'wp:status': 'draft', 'wp:post_name': '' })).toMatchObject({
    publishedAt: null,
    createdAt: new Date('2009-09-05T08:00:00Z'),
    slug: null,
  });
});

test.each([
  [{ 'wp:post_type': 'attachment', 'wp:status': 'inherit' }, 'media library'],
  [{ 'wp:post_type': 'nav_menu_item' }, 'menu'],
  [{ 'wp:post_type': 'revision', 'wp:status': 'inherit' }, 'earlier version'],
  [{ 'wp:post_type': 'wp_block' }, 'reusable block'],
  [{ 'wp:post_type': 'product' }, 'type “product”'],
  [{ 'wp:status': 'trash' }, 'trash'],
  [{ 'wp:status': 'auto-draft' }, 'nobody has saved'],
])('an item with %j is named, with the reason', async (fields, reason) => {
  expect(await itemsOf(wxrItem(fields))).toEqual([
    { kind: 'skipped', title: 'A title', reason: expect.stringContaining(reason) },
  ]);
});

test('categories and tags are tags, each once, and other terms are none', async () => {
  const { tags, notes } = await documentOf(
    {},
    `<category domain="category" nicename="uncategorized"><![CDATA[Uncategorized]]></category>
     <category domain="category" nicename="food"><![CDATA[Food &amp; drink]]></category>
     <category domain="post_tag" nicename="food-drink"><![CDATA[food & Drink]]></category>
     <category domain="tag"><![CDATA[Oslo, Norway]]></category>
     <category><![CDATA[Travel]]></category>
     <category domain="post_format" nicename="post-format-aside"><![CDATA[Aside]]></category>`,
  );
  expect(tags).toEqual(['Food & drink', 'Oslo Norway', 'Travel']);
  expect(notes).toEqual([expect.stringContaining('“Oslo, Norway”')]);
});

test('a post says its own language, or none', async () => {
  const german = '<category domain="language" nicename="de">Deutsch</category>';
  expect(await documentOf({}, german)).toMatchObject({ language: 'de', tags: [] });
  expect((await documentOf()).language).toBeNull();
});

test('the pages of its categories and tags lead to those of the topics', async () => {
  const category = (id: number, nicename: string, parent: string) =>
    `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${nicename}</wp:category_nicename>
     <wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${nicename}]]></wp:cat_name></wp:category>`;
  const source = await openExport(
    category(3, 'places', '') +
      category(4, 'oslo', 'places') +
      category(5, 'unused', '') +
      category(6, 'self', 'self') +
      wxrItem(
        {},
        `<category domain="category" nicename="oslo">Oslo</category>
         <category domain="category" nicename="self">Self</category>
         <category domain="category" nicename="uncategorized">Uncategorized</category>
         <category domain="post_tag" nicename="c-sharp">C#</category>`,
      ),
  );
  expect([...source.redirects()]).toEqual([
    { from: '/category/places/', to: '/blog' },
    { from: '/?cat=3', to: '/blog' },
    { from: '/category/places/oslo/', to: '/topics/Oslo' },
    { from: '/category/oslo/', to: '/topics/Oslo' },
    { from: '/?cat=4', to: '/topics/Oslo' },
    { from: '/category/unused/', to: '/blog' },
    { from: '/?cat=5', to: '/blog' },
    { from: '/category/self/', to: '/topics/Self' },
    { from: '/?cat=6', to: '/topics/Self' },
    { from: '/category/uncategorized/', to: '/blog' },
    { from: '/tag/c-sharp/', to: '/topics/C%23' },
  ]);
});

test('the pages of topics that no post has, or that are cut, lead to the list', async () => {
  const tag = (name: string) => `<category domain="post_tag" nicename="${name}">${name}</category>`;
  const tags = Array.from({ length: 51 }, (_, index) => tag(`t${index}`)).join('');
  const listed = (name: string) =>
    `<wp:tag><wp:tag_slug>${name}</wp:tag_slug><wp:tag_name><![CDATA[${name}]]></wp:tag_name></wp:tag>`;
  const long = 'l'.repeat(201);
  const items = wxrItem({}, tags) + wxrItem({ 'wp:post_id': '2' }, tag(long));
  const source = await openExport(listed('unused') + listed('t0') + items);
  const to = new Map([...source.redirects()].map((each) => [each.from, 'to' in each && each.to]));
  expect(['unused', 't0', 't49', 't50', long].map((name) => to.get(`/tag/${name}/`))).toEqual([
    '/blog',
    '/topics/t0',
    '/topics/t49',
    '/blog',
    '/blog',
  ]);
});

test('the featured image is that of an attachment, which may come later', async () => {
  const [post] = await itemsOf(
    wxrItem({}, wxrField('_thumbnail_id', '9')) +
      wxrItem(
        {
          'wp:post_id': '9',
          'wp:post_type': 'attachment',
          'wp:attachment_url': 'https://old.example/wp-content/uploads/cat.jpg',
        },
        wxrField('_wp_attachment_image_alt', 'A &amp; cat'),
      ),
  );
  expect(post).toMatchObject({
    featuredImage: { address: 'https://old.example/wp-content/uploads/cat.jpg', alt: 'A & cat' },
    notes: [],
  });
});

test('a featured image that is not in the export is named', async () => {
  const { featuredImage, notes } = await documentOf({}, wxrField('_thumbnail_id', '9'));
  expect(featuredImage).toBeNull();
  expect(notes).toEqual([expect.stringContaining('featured image')]);
});

test.each([
  ['_yoast_wpseo_title', '_yoast_wpseo_metadesc'],
  ['rank_math_title', 'rank_math_description'],
  ['_aioseop_title', '_aioseop_description'],
])('texts for search engines come from %s', async (title, description) => {
  const written = wxrField(title, 'A &amp; B') + wxrField(description, '100% pure');
  expect(await documentOf({}, written)).toMatchObject({
    metaTitle: 'A & B',
    metaDescription: '100% pure',
  });
  const templates = wxrField(title, '%%title%% - x') + wxrField(description, '%excerpt%');
  expect(await documentOf({}, templates)).toMatchObject({ metaTitle: null, metaDescription: null });
});

test('the old addresses are those of its link, its own id and its guid', async () => {
  expect(
    (await documentOf({ 'wp:post_id': '7', guid: 'https://old.example/?p=1' })).addresses,
  ).toEqual(['/2009/09/05/a-title/', '/?p=7']);
  const guid = 'http://www.old.example/2007/first-name/';
  expect((await documentOf({ guid })).addresses).toContain('/2007/first-name/');
  expect((await documentOf({ guid: 'https://other.example/2007/x/' })).addresses).toHaveLength(2);
  expect((await documentOf({ guid: 'https://old.example/' })).addresses).toHaveLength(2);
});

test('a page was at its id in two ways, a draft only there, a renamed post also where it was', async () => {
  const page = { 'wp:post_type': 'page', link: 'https://old.example/about/me/', 'wp:post_id': '3' };
  expect((await documentOf(page)).addresses).toEqual(['/about/me/', '/?page_id=3', '/?p=3']);
  const draft = { link: 'https://old.example/?p=1', 'wp:status': 'draft' };
  expect((await documentOf(draft)).addresses).toEqual(['/?p=1']);
  const { addresses } = await documentOf({}, wxrField('_wp_old_slug', 'first-title'));
  expect(addresses).toContain('/2009/09/05/first-title/');
});

test('a slug beyond ASCII is read as its letters', async () => {
  expect((await documentOf({ 'wp:post_name': '%ce%b5%ce%bb-2' })).slug).toBe('ελ-2');
});

test('the excerpt is text, that of the post or what stands before its “more”', async () => {
  const content = 'First <b>words</b>.\n\n<!--more Read on-->\n\nRest.';
  expect(await documentOf({ 'content:encoded': content })).toMatchObject({
    excerpt: 'First words.',
    content: '<p>First <b>words</b>.</p>\n<p>Rest.</p>',
  });
  expect(
    (await documentOf({ 'content:encoded': content, 'excerpt:encoded': '<p>Own &amp; short</p>' }))
      .excerpt,
  ).toBe('Own & short');
});

test('comments are counted, and their texts are not taken for those of the post', async () => {
  const comment = `<wp:comment><wp:comment_id>1</wp:comment_id><wp:commentmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key>
    <wp:meta_value>No</wp:meta_value></wp:commentmeta><title>No</title></wp:comment>`;
  const source = await openExport(wxrItem({}, comment + comment) + wxrItem({}, comment));
  expect(source.comments()).toBe(3);
  expect((await Array.fromAsync(source.items()))[0]).toMatchObject({ metaTitle: null });
});

test('posts without a title or text are taken', async () => {
  expect(await documentOf({ title: '', 'content:encoded': '' })).toMatchObject({
    title: '',
    content: '',
    excerpt: '',
  });
});

test('the origin is the address of the blog, of the channel, or none', async () => {
  expect(await openExport('')).toMatchObject({
    origin: 'https://old.example',
    siteUrl: 'https://old.example',
  });
  const bare = wxr('')
    .replace(/<link>.*<\/link>/, '')
    .replace(/<wp:base_blog_url>.*/, '');
  expect(await wordpressFormat.open(archiveOf(bare))).toMatchObject({
    origin: 'wordpress',
    siteUrl: null,
  });
});
