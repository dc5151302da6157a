import { expect, test } from 'vitest';
import { archiveOf, documentOf, itemsOf } from '../../../../test-support/archives.ts';
import { mediumFormat } from './medium-format.ts';

type Page = { readonly summary?: string; readonly body: string; readonly footer?: string };

const FOOTER = `<p class="p-tags"><a class="p-tag" href="x">Bread</a>, <a class="p-tag" href="x">Tea</a></p>
<p>By <a href="https://medium.com/@me" class="p-author h-card">Me</a> on <a href="https://medium.com/p/0123456789ab"><time class="dt-published" datetime="2018-08-11T11:23:34.123Z">August</time></a></p>
<p><a href="https://medium.com/@me/on-bread-0123456789ab" class="p-canonical">Canonical link</a></p>`;

function page({ summary, body, footer = FOOTER }: Page): string {
  const subtitle = summary
    ? `<section data-field="subtitle" class="p-summary">${summary}</section>`
    : '';
  return `<!DOCTYPE html><html><head><title>On bread</title></head><body><article class="h-entry">
<header><h1 class="p-name">On bread</h1></header>${subtitle}
<section data-field="body" class="e-content">${body}</section><footer>${footer}</footer></article></body></html>`;
}

const section = (inner: string) =>
  `<section class="section"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner">${inner}</div></div></section>`;

const HEAD = '<h3 class="graf graf--title">On bread</h3><h4 class="graf graf--subtitle">Slow</h4>';

test('a post has its texts, date, tags and address', async () => {
  const body = section(`${HEAD}<p class="graf graf--p" name="a" id="a">Text</p>`);
  const post = await documentOf(mediumFormat, {
    'posts/2018-08-11_On-bread-0123456789ab.html': page({ summary: ' Slow ', body }),
  });
  expect(post).toMatchObject({
    kind: 'post',
    guid: '2018-08-11_On-bread-0123456789ab.html',
    title: 'On bread',
    slug: 'on-bread',
    content: '<p>Text</p>',
    excerpt: 'Slow',
    tags: ['Bread', 'Tea'],
    status: 'public',
    publishedAt: new Date('2018-08-11T11:23:34.123Z'),
    addresses: ['/@me/on-bread-0123456789ab'],
    notes: [],
  });
});

const FIGURE =
  '<figure class="graf graf--figure"><div class="aspectRatioPlaceholder"><div style="x"></div><img class="graf-image" data-width="3" alt="A" src="https://cdn/1.jpeg"></div><figcaption class="imageCaption">C <em class="x">d</em></figcaption></figure>';

test.each([
  [
    section(FIGURE),
    '<figure><img src="https://cdn/1.jpeg" alt="A"><figcaption>C <em>d</em></figcaption></figure>',
  ],
  [
    `<section><div class="section-inner sectionLayout--outsetRow">${FIGURE}<figure><img src="2.jpeg"></figure></div></section>`,
    '<figure><figure><img src="https://cdn/1.jpeg" alt="A"></figure><figure><img src="2.jpeg" alt=""></figure></figure>\n<p>C <em>d</em></p>',
  ],
  [section('<p>a</p>') + section('<h3>b</h3>'), '<p>a</p>\n<hr>\n<h3>b</h3>'],
  [section('<pre class="graf graf--pre">a<br>  b</pre>'), '<pre><code>a\n  b</code></pre>'],
  [
    section(
      '<pre data-code-block-lang="js" class="graf graf--pre"><span class="pre--content">a</span></pre>',
    ),
    '<pre><code class="language-js"><span>a</span></code></pre>',
  ],
  [
    section(
      '<div class="graf graf--mixtapeEmbed"><a href="https://a.example/" class="x"><strong>T</strong></a></div>',
    ),
    '<p><a href="https://a.example/"><strong>T</strong></a></p>',
  ],
])('%s', async (body, content) => {
  const files = { 'posts/a.html': page({ summary: 'S', body }) };
  expect((await documentOf(mediumFormat, files)).content).toBe(content);
});

test('a draft has no canonical address', async () => {
  const footer = '<p><a href="https://medium.com/p/0123456789ab">View original.</a></p>';
  const body = section('<h3 class="graf--title">On bread</h3><p>Text</p>');
  expect(
    await documentOf(mediumFormat, { 'posts/draft_a.html': page({ body, footer }) }),
  ).toMatchObject({
    status: 'draft',
    publishedAt: null,
    addresses: [],
  });
});

test('a response is named as not taken', async () => {
  const body = section('<p>On bread you are right.</p>');
  const [item] = await itemsOf(mediumFormat, { 'posts/a.html': page({ body }) });
  expect(item).toMatchObject({ kind: 'skipped', title: 'On bread' });
});

test('it is recognised by its pages', async () => {
  expect(await mediumFormat.recognises(archiveOf({ 'x/posts/a.html': page({ body: '' }) }))).toBe(
    true,
  );
  expect(await mediumFormat.recognises(archiveOf({ 'posts/a.html': '<p>x</p>' }))).toBe(false);
});
