import { expect, test } from 'vitest';
import { archiveOf, documentOf, itemsOf } from '../../../../test-support/archives.ts';
import { substackFormat } from './substack-format.ts';

const HEADER =
  'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url';

function exported(line: string, html = '<p>Text</p>') {
  return { 'posts.csv': `\ufeff${HEADER}\n${line}\n`, 'posts/12.on-bread.html': html };
}

const LINE =
  '12.on-bread,2021-03-04T05:06:07.000Z,true,,newsletter,everyone,"Bread, ""slow""",Sub,';
const contentOf = async (html: string) =>
  (await documentOf(substackFormat, exported(LINE, html))).content;

test('a post has its texts, date and address', async () => {
  const archive = archiveOf(exported(LINE));
  expect(await substackFormat.recognises(archive)).toBe(true);
  expect(await documentOf(substackFormat, exported(LINE))).toMatchObject({
    kind: 'post',
    guid: '12.on-bread',
    sourceId: '12',
    title: 'Bread, "slow"',
    slug: 'on-bread',
    content: '<p>Text</p>',
    excerpt: 'Sub',
    status: 'public',
    publishedAt: new Date('2021-03-04T05:06:07Z'),
    addresses: ['/p/on-bread'],
    notes: [],
  });
});

test.each([
  ['12.on-bread,,false,,newsletter,everyone,T,,', 'draft', 0],
  ['12.on-bread,,true,,newsletter,only_paid,T,,', 'draft', 1],
  ['12.on-bread,,true,,podcast,everyone,T,,https://a.example/x.mp3', 'public', 1],
])('%s is %s', async (line, status, notes) => {
  const post = await documentOf(substackFormat, exported(line));
  expect(post.status).toBe(status);
  expect(post.notes).toHaveLength(notes);
});

test.each([
  ['email_list.me.csv', 'https://me.substack.com/'],
  ['export/email_list.My-Blog.csv', 'https://my-blog.substack.com/'],
  ['email_list.csv', null],
])('with %s its address is %s', async (name, siteUrl) => {
  const source = await substackFormat.open(archiveOf({ ...exported(LINE), [name]: '' }));
  expect(source.siteUrl).toBe(siteUrl);
});

test('threads and posts without a text are named as not taken', async () => {
  const lines = '12.on-bread,,true,,thread,everyone,Talk,,\n13.none,,true,,newsletter,everyone,,,';
  expect(await itemsOf(substackFormat, exported(lines))).toMatchObject([
    { kind: 'skipped', title: 'Talk' },
    { kind: 'skipped', title: '13.none', reason: 'The export does not contain its text.' },
  ]);
});

test('widgets, buttons and their forms are left out', async () => {
  expect(
    await contentOf(
      '<p>a</p><div class="subscription-widget-wrap" data-attrs="{}"><form><input></form></div><p class="button-wrapper" data-attrs="{}"><a class="button primary" href="%%share_url%%">Share</a></p><p class="button-wrapper"><a class="button" href="https://a.example/">Buy</a></p><div class="paywall-jump"></div>',
    ),
  ).toBe(
    '<p>a</p><p><a class="button" href="https://a.example/">Buy</a></p>'.replace(
      ' class="button"',
      '',
    ),
  );
});

test('pictures, galleries, embeds and quotes', async () => {
  expect(
    await contentOf(
      '<div class="captioned-image-container"><figure><a class="image-link" href="x"><div class="image2-inset"><picture><source srcset="x"><img src="https://substackcdn.com/image/fetch/w_1456,c_limit/https%3A%2F%2Fbucket.example%2Fa%20b.png" alt="A" data-attrs="{}"></picture></div></a><figcaption class="image-caption">C</figcaption></figure></div>',
    ),
  ).toBe(
    '<figure><img src="https://bucket.example/a b.png" alt="A"><figcaption>C</figcaption></figure>',
  );
  const data =
    '{&quot;gallery&quot;:{&quot;images&quot;:[{&quot;src&quot;:&quot;https://a.example/1.png&quot;},{&quot;src&quot;:&quot;https://a.example/2.png&quot;}]}}';
  expect(await contentOf(`<div class="image-gallery-embed" data-attrs="${data}"></div>`)).toBe(
    '<figure><figure><img src="https://a.example/1.png" alt=""></figure><figure><img src="https://a.example/2.png" alt=""></figure></figure>',
  );
  expect(
    await contentOf(
      '<div class="tweet" data-attrs="{&quot;url&quot;:&quot;https://twitter.com/a/1&quot;}">t</div><div class="pullquote"><p>q</p></div><div id="youtube2-x" class="youtube-wrap" data-attrs="{}"><div class="youtube-inner"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe></div></div>',
    ),
  ).toBe(
    '<p><a href="https://twitter.com/a/1">https://twitter.com/a/1</a></p><blockquote class="pull"><p>q</p></blockquote><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>',
  );
});

test('footnotes are written as the editor writes them', async () => {
  expect(
    await contentOf(
      '<p>a<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1" target="_self">1</a></p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>Note</p></div></div>',
    ),
  ).toBe(
    '<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>Note <a href="#fnref1" aria-label="Back to the text">↩</a></p></li></ol></section>',
  );
});

test('other tables are not recognised', async () => {
  expect(await substackFormat.recognises(archiveOf({ 'posts.csv': 'id,title\n1,x' }))).toBe(false);
});
