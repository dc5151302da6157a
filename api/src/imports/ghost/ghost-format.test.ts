import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archiveOf, documentOf, itemsOf } from '../../../../test-support/archives.ts';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { openArchive } from '../archive/open-archive.ts';
import { ghostFormat } from './ghost-format.ts';

const POST = {
  id: '1',
  uuid: 'u-1',
  title: 'Salt &amp; <em>smoke</em>',
  slug: 'salt',
  html: '<p>Text</p>',
  feature_image: '__GHOST_URL__/content/images/2020/a.jpg',
  type: 'post',
  status: 'published',
  visibility: 'public',
  created_at: '2020-01-01T10:00:00.000Z',
  published_at: '2020-01-02 10:00:00',
  custom_excerpt: 'Short',
};

function exported(data: object, meta: object = { exported_on: 1, version: '5.1.0' }): string {
  return JSON.stringify({ db: [{ meta, data }] });
}

const post = (changes: object = {}, data: object = {}) =>
  documentOf(ghostFormat, { 'a.json': exported({ posts: [{ ...POST, ...changes }], ...data }) });

test('a post has its texts, dates, picture and address', async () => {
  const meta = { post_id: '1', feature_image_alt: 'A pan', meta_title: 'M', meta_description: 'D' };
  expect(await post({}, { posts_meta: [meta] })).toEqual({
    kind: 'post',
    guid: 'u-1',
    sourceId: '1',
    title: 'Salt & smoke',
    slug: 'salt',
    content: '<p>Text</p>',
    excerpt: 'Short',
    tags: [],
    metaTitle: 'M',
    metaDescription: 'D',
    language: null,
    featuredImage: { address: '/content/images/2020/a.jpg', alt: 'A pan' },
    status: 'public',
    publishedAt: new Date('2020-01-02T10:00:00Z'),
    createdAt: new Date('2020-01-01T10:00:00Z'),
    addresses: ['/salt/'],
    notes: [],
  });
});

test('tags are in their order, without internal ones, and their pages lead to topics', async () => {
  const data = {
    posts: [POST],
    posts_tags: [
      { post_id: '1', tag_id: 'b', sort_order: 1 },
      { post_id: '1', tag_id: 'c', sort_order: 2 },
      { post_id: '1', tag_id: 'd', sort_order: 3 },
      { post_id: '1', tag_id: 'a', sort_order: 0 },
    ],
    tags: [
      { id: 'b', name: 'Bread', slug: 'bread' },
      { id: 'a', name: 'Tea &amp; more', slug: 'tea' },
      { id: 'c', name: '#hash', slug: 'hash-hash' },
      { id: 'd', name: 'Hidden', slug: 'hidden', visibility: 'internal' },
      { id: 'e', name: 'Unused', slug: 'unused' },
    ],
  };
  const source = await ghostFormat.open(archiveOf({ 'a.json': exported(data) }));
  const [item] = await Array.fromAsync(source.items());
  expect(item).toMatchObject({ tags: ['Tea & more', 'Bread'] });
  expect([...source.redirects()]).toEqual([
    { from: '/tag/bread/', to: '/topics/Bread' },
    { from: '/tag/tea/', to: '/topics/Tea%20%26%20more' },
    { from: '/tag/unused/', to: '/blog' },
  ]);
});

test('exports of version 1 and those without db are read', async () => {
  const old = { ...POST, page: 1, type: undefined, published_at: 1577959200000, meta_title: 'Old' };
  const json = JSON.stringify({ meta: { exported_on: 1, version: '1.0' }, data: { posts: [old] } });
  expect(await documentOf(ghostFormat, { 'a.json': `\ufeff${json}` })).toMatchObject({
    kind: 'page',
    metaTitle: 'Old',
    publishedAt: new Date('2020-01-02T10:00:00Z'),
  });
});

test('dated addresses of version 1 are kept', async () => {
  const settings = [{ key: 'permalinks', value: '/:year/:month/:day/:slug/' }];
  const { addresses } = await post({}, { settings });
  expect(addresses).toEqual(['/2020/01/02/salt/', '/salt/']);
});

test.each([
  [{ visibility: 'members' }, 'draft', ['It was only for members, so it is a draft.']],
  [{ visibility: 'tiers' }, 'draft', ['It was only for members, so it is a draft.']],
  [{ status: 'draft', published_at: null }, 'draft', []],
  [{ status: 'sent' }, 'draft', ['It was only sent by mail, so it is a draft.']],
  [{ status: 'scheduled', published_at: '2099-01-01T00:00:00Z' }, 'public', []],
])('a post with %j is %s', async (changes, status, notes) => {
  expect(await post(changes)).toMatchObject({ status, notes });
});

test('a post without HTML is named as not taken, one without text is taken with a note', async () => {
  const posts = [
    { ...POST, html: null },
    { ...POST, id: '2', html: '' },
  ];
  const items = await itemsOf(ghostFormat, { 'a.json': exported({ posts }) });
  expect(items[0]).toMatchObject({ kind: 'skipped', title: 'Salt & smoke' });
  expect(items[1]).toMatchObject({ kind: 'post', content: '', notes: ['It has no text.'] });
});

const CARDS: readonly [string, string][] = [
  [
    '<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/a.jpg" width="10" srcset="x 1x" alt="A"></div><div class="kg-gallery-image"><img src="b.jpg"></div></div></div><figcaption>Two</figcaption></figure>',
    '<figure><figure><img src="/content/images/a.jpg" alt="A"></figure><figure><img src="b.jpg" alt=""></figure></figure><p>Two</p>',
  ],
  [
    '<figure class="kg-card kg-image-card kg-width-full kg-card-hascaption"><img src="a.jpg" class="kg-image" alt="A"><figcaption>One</figcaption></figure>',
    '<figure class="full"><img src="a.jpg" alt="A"><figcaption>One</figcaption></figure>',
  ],
  [
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://example.com/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Site</div><div class="kg-bookmark-description">About</div></div><div class="kg-bookmark-thumbnail"><img src="t.png"></div></a></figure>',
    '<p><a href="https://example.com/">Site</a><br>About</p>',
  ],
  [
    '<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></figure>',
    '<figure><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></figure>',
  ],
  [
    '<iframe src="https://codepen.io/x"></iframe>',
    '<p><a href="https://codepen.io/x">https://codepen.io/x</a></p>',
  ],
  [
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4><button>+</button></div><div class="kg-toggle-content"><p>Text</p></div></div>',
    '<details><summary>More</summary><p>Text</p></details>',
  ],
  [
    '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>this</b></div></div>',
    '<aside class="note"><p>💡 Mind <b>this</b></p></aside>',
  ],
  [
    '<figure class="kg-card kg-video-card"><div><video src="__GHOST_URL__/v.mp4" poster="p"></video><button>0:00</button></div></figure>',
    '<figure><video src="/v.mp4" controls></video></figure>',
  ],
  ['<div class="kg-card kg-signup-card"><form><input></form></div><p>x</p>', '<p>x</p>'],
  [
    '<a href="__GHOST_URL__/other/">o</a> <a href="__GHOST_URL__">h</a>',
    '<a href="/other/">o</a> <a href="/">h</a>',
  ],
];

test.each(CARDS)('the card %s', async (html, content) => {
  expect((await post({ html })).content).toBe(content);
});

test('pictures are those of the zip, in any size', async () => {
  const archive = archiveOf({
    'x.ghost.json': exported({ posts: [POST] }),
    'export/content/images/2020/a b.jpg': 'picture',
  });
  expect(await ghostFormat.recognises(archive)).toBe(true);
  const source = await ghostFormat.open(archive);
  const to = join(temporaryFolder(), 'copy');
  const copy = (address: string) => source.copyPicture(address, {} as never, to);
  expect(await copy('/content/images/size/w600/2020/a%20b.jpg')).toBe(true);
  expect(readFileSync(to, 'utf8')).toBe('picture');
  expect(await copy('https://old.example/content/images/2020/a%20b.jpg')).toBe(true);
  expect(await copy('/content/images/2020/none.jpg')).toBe(false);
});

test('what is no record is named among the posts, and passed over elsewhere', async () => {
  const json = exported({
    posts: [null, POST, 'text', ['list']],
    tags: [null, 1],
    posts_tags: [[]],
    settings: ['x'],
  });
  const items = await itemsOf(ghostFormat, { 'a.json': json });
  expect(items.map(({ kind }) => kind)).toEqual(['skipped', 'post', 'skipped', 'skipped']);
  expect(items[0]).toMatchObject({
    title: '',
    reason: expect.stringContaining('not a valid post record'),
  });
});

test('a damaged or endless export gives a sentence', async () => {
  const json = exported({ posts: [POST] });
  const damaged = [json.slice(0, -5), json.replace('"posts":[', '"posts":[}')];
  for (const text of damaged)
    await expect(itemsOf(ghostFormat, { 'a.json': text })).rejects.toThrow(/damaged or incomplete/);
  const deep = `{"db":[{"meta":{"exported_on":1},"data":${'['.repeat(100_000)}`;
  await expect(itemsOf(ghostFormat, { 'a.json': deep })).rejects.toThrow(/may be damaged/);
});

test('other JSON is not recognised', async () => {
  const path = join(temporaryFolder(), 'package.json');
  writeFileSync(path, '{"name":"x","data":{}}');
  expect(await ghostFormat.recognises(await openArchive(path))).toBe(false);
  expect(await ghostFormat.recognises(archiveOf({ 'a.json': '{"db":[1]}' }))).toBe(false);
});
