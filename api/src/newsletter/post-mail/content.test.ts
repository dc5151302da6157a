import fc from 'fast-check';
import type { Element, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { content as anyContent, samples } from '../../../../test-support/html-contents.ts';
import { MAIL_SITE, mailedPost, mailOf } from '../../../../test-support/post-mails.ts';
import { elementsIn } from '../../rendering/elements.ts';
import { renderPostMail } from './post-mail.ts';

const HASH = 'a'.repeat(32);
const UPLOAD = `/uploads/${HASH}-1600x900-123.webp`;
const IN_MAIL = `https://blog.example/uploads/1200/${HASH}-1600x900-123.webp.jpeg`;

function parsedElements(html: string): Element[] {
  return elementsIn(fromParse5(parse(html)) as Root);
}

const ADDRESSES = ['href', 'src', 'srcSet', 'poster', 'cite', 'action', 'background'];

function addressesIn(html: string): string[] {
  return parsedElements(html).flatMap(({ properties }) =>
    ADDRESSES.flatMap((name) => (properties[name] === undefined ? [] : [String(properties[name])])),
  );
}

function expectAbsolute(html: string): void {
  for (const address of addressesIn(html)) {
    expect(address).toMatch(/^(https?:\/\/[^/]|mailto:|tel:)/);
    expect(URL.canParse(address), address).toBe(true);
  }
}

/** What is shown of the post itself. */
async function bodyOf(content: string, fields: Parameters<typeof mailOf>[1] = {}) {
  const { html } = await mailOf(content, fields);
  const [, body = ''] = /<td[^>]*font:18px[^>]*>(.*)<\/td><\/tr>\n<tr>/s.exec(html) ?? [];
  return body;
}

const ALLOWED =
  'html head meta title style body div table tbody thead tfoot tr td th caption p h1 h2 h3 h4 h5 h6 a b strong i em u s del ins small sub sup q cite dfn abbr span ruby rt rp br wbr code pre ul ol li dl dt dd img hr'.split(
    ' ',
  );

test.each(samples)('%s is made of what mail programs know', async (_name, content) => {
  const { html } = await mailOf(content);
  const elements = parsedElements(html);
  expect(ALLOWED).toEqual(expect.arrayContaining(elements.map(({ tagName }) => tagName)));
  expectAbsolute(html);
  for (const { tagName, properties } of elements) {
    if (tagName !== 'img') continue;
    expect(properties.alt).toBeDefined();
    expect(Number(properties.width ?? 0)).toBeLessThanOrEqual(600);
  }
  const names = elements.flatMap(({ properties }) => Object.keys(properties));
  expect(names.filter((name) => /^on|^id$|^data/.test(name))).toEqual([]);
});

const address = fc.oneof(
  fc.webUrl(),
  fc.webPath(),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    ...['#fn1', '', '?q=1', '../a', '//evil.example/a', 'mailto:a@b.example', 'tel:+49', 'data:,x'],
    ...[
      'javascript:alert(1)',
      'uploads/x.png',
      UPLOAD,
      `https://blog.example${UPLOAD}`,
      'http://[',
      ' ',
    ],
  ),
);
const linking = fc.tuple(
  fc.constantFrom(
    ...['<a href="$">x</a>', '<img src="$" alt="x">', '<video src="$" poster="$"></video>'],
    ...[
      '<blockquote cite="$">x</blockquote>',
      '<img src="/a.png" srcset="$ 2x">',
      '<audio src="$">',
    ],
    ...['<figure><figure><img src="$"></figure><figure><img src="$"></figure></figure>'],
  ),
  address,
);

test('every address is absolute, whatever was written', async () => {
  const written = fc.tuple(anyContent, fc.array(linking), address);
  await fc.assert(
    fc.asyncProperty(written, async ([html, links, featured_image]) => {
      const tags = links.map(([tag, to]) => tag.replaceAll('$', to.replaceAll('"', '&quot;')));
      const mail = await mailOf(html + tags.join(''), { featured_image });
      expectAbsolute(mail.html);
    }),
    { numRuns: 60 },
  );
});

test('links lead to the site and the post, footnotes too', async () => {
  const { html } = await mailOf(
    '<p><a href="/about">a</a><a href="#fn1">1</a><a href="other">b</a><a href="https://x.example/?a=1&b=2">c</a>',
  );
  expect(addressesIn(html).slice(2, -1)).toEqual([
    'https://blog.example/about',
    'https://blog.example/blog/a-post#post-fn1',
    'https://blog.example/blog/other',
    'https://x.example/?a=1&b=2',
  ]);
});

test('pictures are those for mails, from the host of pictures', async () => {
  const site = { uploadsUrl: 'https://api.example' };
  const content = `<p><img src="${UPLOAD}" alt="A <tide>"><img src="https://blog.example${UPLOAD}">`;
  const featured_image = UPLOAD.slice(1);
  const { html } = await mailOf(content, { site, featured_image, featured_image_alt: 'Sea' });
  const pictures = parsedElements(html).filter(({ tagName }) => tagName === 'img');
  const src = IN_MAIL.replace('blog.example', 'api.example');
  expect(pictures.map(({ properties: { src, alt, width } }) => [src, alt, width])).toEqual([
    [src, 'Sea', 600],
    [src, 'A <tide>', 600],
    [src, '', 600],
  ]);
});

test('a small picture keeps its size, and one in a line stays in it', async () => {
  const small = `/uploads/${HASH}-40x20-123.png`;
  const body = await bodyOf(
    `<p><img src="${small}" alt=""></p><p>Text <img src="${small}" alt=""></p>`,
  );
  const [alone, inLine] = parsedElements(body).filter(({ tagName }) => tagName === 'img');
  expect(alone?.properties).toMatchObject({
    width: 40,
    style: expect.stringContaining('display:block'),
  });
  expect(inLine?.properties.width).toBe(40);
  expect(inLine?.properties.style).not.toContain('display:block');
});

test('a gallery is a table of rows, with its captions', async () => {
  const figure = `<figure><img src="${UPLOAD}"><figcaption>Sea</figcaption></figure>`;
  const body = await bodyOf(`<figure>${figure.repeat(4)}</figure>`);
  const widths = parsedElements(body).map(({ tagName, properties }) => [tagName, properties.width]);
  expect(widths.filter(([tag]) => tag === 'tr')).toHaveLength(2);
  expect(widths.filter(([tag]) => tag === 'img')).toEqual(Array(4).fill(['img', 294]));
  expect(body.match(/Sea/g)).toHaveLength(4);
});

test('what cannot be played in a mail is a link to the post', async () => {
  const body = await bodyOf(
    `<iframe src="https://www.youtube.com/embed/x"></iframe><video src="/a.mp4" poster="${UPLOAD}"></video><audio src="/a.mp3"></audio>`,
  );
  expect(body.match(/href="https:\/\/blog\.example\/blog\/a-post"/g)).toHaveLength(4);
  expect(body).toContain('Watch the video');
  expect(body).toContain('Listen to the recording');
  expect(body).toContain(`src="${IN_MAIL}"`);
});

test('details are open', async () => {
  const body = await bodyOf('<details><summary>Answer</summary><p>42</details>');
  expect(body).toMatch(/<div[^>]*><div[^>]*>Answer<\/div><p[^>]*>42<\/p><\/div>/);
});

test('code keeps its colours and its line breaks', async () => {
  const body = await bodyOf('<pre><code class="language-js">// one\nconst a = 1;</code></pre>');
  expect(body).toMatch(/white-space:pre-wrap/);
  expect(body).toMatch(/<span style="[^"]*color:#[0-9a-f]{6}" class="c-code-comment">\/\/ one/);
  expect(body).toMatch(/\n.*const/);
});

test('only the head of a table has a strong line', async () => {
  const body = await bodyOf('<table><thead><tr><th>A</thead><tr><th>B<td><p>C</table>');
  const lines = parsedElements(body).filter(({ tagName }) => tagName === 'th' || tagName === 'td');
  expect(lines.map(({ properties }) => properties.className)).toEqual([
    ['l-ink'],
    ['l-rule'],
    ['l-rule'],
  ]);
  expect(body).toContain('<p style="margin:0">C');
});

test('each colour in a mail has one for dark, and the accent is that of the site', async () => {
  const { html } = await mailOf(samples.map(([, content]) => content).join(''), {
    site: { accent: '#0b5d3b' },
  });
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
  const classes = new Set(
    [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, all = '']) => all.split(' ')),
  );
  for (const name of classes) expect(style).toContain(`.${name}{`);
  expect(html).toContain('color:#0b5d3b');
  expect(style).toMatch(/\.c-accent\{color:#[0-9a-f]{6}!important\}/);
});

test('a text from the right has its margins, marks and quotes on the right', async () => {
  const content = '<p>שלום</p><ul><li>א</li></ul><blockquote>ציטוט</blockquote><p>English</p>';
  const { html } = await mailOf(content);
  expect(html).toMatch(/<td dir="rtl" style="padding:0 0 32px;[^"]*text-align:right/);
  const body = await bodyOf(content);
  expect(body).toContain('padding-right:24px');
  expect(body).toContain('border-right:3px solid');
  expect(body).toMatch(/<p dir="ltr" style="[^"]*text-align:left">English/);
  expect(html).toMatch(/<html lang="en-US" dir="ltr">/);
});

test('a post in another language says so', async () => {
  const { html } = await mailOf('<p>مرحبا', { language: 'ar' });
  expect(html).toMatch(/<td lang="ar" dir="rtl"/);
  expect(html).toMatch(/<td lang="en" dir="ltr"[^>]*>You are receiving this email/);
});

const PARAGRAPH = `<p>${'word '.repeat(100)}</p>`;

test.each([
  ['paragraphs', PARAGRAPH.repeat(300)],
  ['one element', `<div><section>${PARAGRAPH.repeat(300)}</section></div>`],
  ['one list', `<ul>${`<li>${'word '.repeat(100)}</li>`.repeat(300)}</ul>`],
  ['one block of code', `<p>Before</p><pre>${'word '.repeat(40_000)}</pre><p>After</p>`],
])('a mail of %s that Gmail would cut ends with a link to the rest', async (_name, content) => {
  const { html, text } = await mailOf(content);
  const bytes = Buffer.byteLength(html);
  expect(bytes).toBeLessThan(91_000);
  expect(html).toMatch(/<a href="https:\/\/blog\.example\/blog\/a-post"[^>]*>Read on<\/a>/);
  expect(text).toContain('Read on ( https://blog.example/blog/a-post )');
  expect(html).not.toContain('After');
  expect(html).toContain('Unsubscribe');
});

test('a mail is as long as it can be, and a short one has no such link', async () => {
  const long = await mailOf(PARAGRAPH.repeat(300));
  expect(Buffer.byteLength(long.html)).toBeGreaterThan(88_000);
  expect((await mailOf(PARAGRAPH)).html).not.toContain('Read on');
});

test('what is nested too deeply to be read again is a link', async () => {
  const content = '<div>'.repeat(300);
  const { html } = renderPostMail({ ...(await mailedPost()), content }, MAIL_SITE);
  expect(html).toContain('Read on');
});
