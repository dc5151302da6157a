import { expect, test } from 'vitest';
import { Attachments } from '../attachments.ts';
import type { WxrElement } from '../wxr/channel-elements.ts';
import { convertContent } from './convert-content.ts';

type Picture = {
  readonly id: string;
  readonly file: string;
  readonly parent?: string;
  readonly caption?: string;
  readonly alt?: string;
};

function element(name: string, text: string, children: WxrElement[] = []): WxrElement {
  return { name, attributes: {}, text, children };
}

function attachment({ id, file, parent = '0', caption = '', alt = '' }: Picture): WxrElement {
  const field = [element('wp:meta_key', '_wp_attachment_image_alt'), element('wp:meta_value', alt)];
  return element('item', '', [
    element('wp:post_id', id),
    element('link', `https://old.example/${id}/`),
    element('wp:attachment_url', `https://old.example/${file}`),
    element('wp:post_parent', parent),
    element('excerpt:encoded', caption),
    element('wp:postmeta', '', field),
  ]);
}

function attachmentsOf(...pictures: Picture[]): Attachments {
  const attachments = new Attachments();
  for (const picture of pictures) attachments.add(attachment(picture));
  return attachments;
}

function convert(source: string, attachments = new Attachments()) {
  return convertContent(source, { postId: '1', attachments });
}

const PICTURES = attachmentsOf(
  { id: '5', file: 'b.jpg', parent: '1', caption: 'B &amp; b', alt: 'Bee' },
  { id: '4', file: 'a.jpg', parent: '1' },
  { id: '6', file: 'song.mp3', parent: '1' },
  { id: '7', file: 'c.png' },
);
const A = '<figure><img src="https://old.example/a.jpg" alt="" /></figure>';
const B =
  '<figure><img src="https://old.example/b.jpg" alt="Bee" />\n<figcaption>B &amp; b</figcaption></figure>';
const C = '<figure><img src="https://old.example/c.png" alt="" /></figure>';

test('a block with very many elements is taken apart', () => {
  const breaks = '<br>'.repeat(200_000);
  const { html } = convert(`<!-- wp:image --><div class="wp-block-image">${breaks}</div>`);
  expect(html).toMatch(/^(<br ?\/?>\s*){200000}$/);
});

test.each([
  ['[gallery]', `<figure>${A}\n${B}</figure>`],
  ['[gallery ids="7,5" columns="2"]', `<figure>${C}\n${B}</figure>`],
  ['[gallery ids=”7,5″]', `<figure>${C}\n${B}</figure>`],
  ['[gallery include="7"]', C],
  ['[gallery exclude="4"]', B],
  ['Before [gallery ids="7"] after', `<p>Before</p>\n${C}\n<p>after</p>`],
])('%s shows its pictures', (source, html) => {
  expect(convert(source, PICTURES)).toMatchObject({ html, notes: [] });
});

test('a gallery without pictures stays, and is named', () => {
  expect(convert('[gallery ids="99"]', PICTURES)).toMatchObject({
    html: '<p>[gallery ids="99"]</p>',
    notes: [expect.stringContaining('“[gallery]”'), expect.stringContaining('1 picture ')],
  });
});

test('pictures of a gallery that the export does not have are counted', () => {
  expect(convert('[gallery ids="7,98,5,99"]', PICTURES)).toMatchObject({
    html: `<figure>${C}\n${B}</figure>`,
    notes: [
      '2 pictures of its galleries are not in the export. Export “All content” to have them.',
    ],
  });
});

test.each([
  [
    '[caption id="attachment_4" align="alignleft" width="300"]<a href="https://x.example/"><img src="a.jpg" /></a> A <em>caption</em>[/caption]',
    '<figure><a href="https://x.example/"><img src="a.jpg" /></a>\n<figcaption>A <em>caption</em></figcaption></figure>',
  ],
  [
    '[caption width="300" caption="Old &quot;form&quot;"]<img src="a.jpg" />[/caption]',
    '<figure><img src="a.jpg" />\n<figcaption>Old "form"</figcaption></figure>',
  ],
  ['[caption]no picture[/caption]', '<figure><figcaption>no picture</figcaption></figure>'],
])('%s is a figure', (source, html) => {
  expect(convert(source)).toMatchObject({ html, notes: [] });
});

const FRAME =
  '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk" title="YouTube video" width="560" height="315" allowfullscreen></iframe>';

test.each([
  'https://www.youtube.com/watch?v=abcdefghijk&amp;feature=share',
  '[embed]https://youtu.be/abcdefghijk[/embed]',
  '[embed width="300"]https://youtu.be/abcdefghijk[/embed]',
  '[youtube https://youtu.be/abcdefghijk]',
  '[youtube=https://youtu.be/abcdefghijk]',
  '[youtube id="abcdefghijk"]',
  '<p>https://youtu.be/abcdefghijk</p>',
])('%s is the frame of a video', (source) => {
  expect(convert(`Before\n${source}\nafter`).html).toBe(`<p>Before</p>\n${FRAME}\n<p>after</p>`);
});

test('what no page may show is a link', () => {
  expect(convert('https://x.example/?a=1&amp;b=2').html).toBe(
    '<p><a href="https://x.example/?a=1&amp;b=2">https://x.example/?a=1&amp;b=2</a></p>',
  );
  expect(convert('[embed]javascript:alert(1)[/embed]')).toMatchObject({
    html: '<p>[embed]javascript:alert(1)[/embed]</p>',
    notes: [expect.stringContaining('[embed]')],
  });
});

test.each([
  'See https://youtu.be/abcdefghijk there',
  '<pre>\nhttps://youtu.be/abcdefghijk\n</pre>',
  '<a href="x">\nhttps://youtu.be/abcdefghijk\n</a>',
])('an address within a text stays: %s', (source) => {
  expect(convert(source).html).not.toContain('<iframe');
});

test.each([
  ['[audio https://x.example/a.mp3]', '<audio controls src="https://x.example/a.mp3"></audio>'],
  [
    '[audio mp3="https://x.example/a.mp3"][/audio]',
    '<audio controls src="https://x.example/a.mp3"></audio>',
  ],
  [
    '[video width="640" mp4="https://x.example/a.mp4" poster="https://x.example/a.jpg"][/video]',
    '<video controls src="https://x.example/a.mp4" poster="https://x.example/a.jpg"></video>',
  ],
])('%s is a player', (source, html) => {
  expect(convert(source)).toMatchObject({ html, notes: [] });
});

test.each([
  [
    '[code]\nif (a < b) {\n\n  [gallery]\n}\n[/code]',
    '<pre><code>if (a &lt; b) {\n\n  [gallery]\n}</code></pre>',
  ],
  [
    '[sourcecode language="PHP"]&lt;?php echo "a"; ?&gt;[/sourcecode]',
    '<pre><code class="language-php">&lt;?php echo "a"; ?></code></pre>',
  ],
  [
    '[python]print("<script>")[/python]\n\nText',
    '<pre><code class="language-python">print("&lt;script>")</code></pre>\n<p>Text</p>',
  ],
])('%j is code', (source, html) => {
  expect(convert(source)).toMatchObject({ html, notes: [] });
});

test.each([
  ['Write [[gallery]] for it', '<p>Write [gallery] for it</p>'],
  ['[[code]x[/code]]', '<p>[code]x[/code]</p>'],
  ['He [sic] said [1] so', '<p>He [sic] said [1] so</p>'],
  ['<a title="[gallery]">x</a>', '<p><a title="[gallery]">x</a></p>'],
  ['<pre>[gallery]</pre>', '<pre>[gallery]</pre>'],
])('%s is text', (source, html) => {
  expect(convert(source, PICTURES)).toMatchObject({ html, notes: [] });
});

test('unknown shortcodes stay in the text, and are named once', () => {
  const source =
    '[contact-form-7 id="1"] [row][col]Text[/col][/row]\n\n[sitemap]\n\n[row]x[/row] [video]';
  const { html, notes } = convert(source);
  expect(html).toContain('[row][col]Text[/col][/row]');
  expect(notes).toEqual([
    'These shortcodes are not known here, and stay in the text: “[contact-form-7]”, “[row]”, “[col]”, “[sitemap]”, “[video]”.',
  ]);
});

test('the HTML of blocks is kept without their marks', () => {
  const source = `<!-- wp:paragraph {"dropCap":true} -->
<p class="has-drop-cap">One
line.</p>
<!-- /wp:paragraph -->

<!-- wp:spacer --><div style="height:100px" aria-hidden="true" class="wp-block-spacer"></div><!-- /wp:spacer -->

<!-- wp:latest-posts {"postsToShow":3} /-->
<!-- wp:more --><!--more--><!-- /wp:more -->
<!-- wp:code --><pre class="wp-block-code"><code>a

b</code></pre><!-- /wp:code --><!-- mine -->`;
  expect(convert(source)).toEqual({
    html: '<p class="has-drop-cap">One\nline.</p>\n<pre class="wp-block-code"><code>a\n\nb</code></pre><!-- mine -->',
    teaser: 'One line.',
    notes: ['These blocks have no text of their own, and were left out: “latest-posts”.'],
  });
});

const ITEM = (file: string) =>
  `<figure class="wp-block-image size-large"><img src="${file}" data-id="3" srcset="x.jpg 2x" alt="" class="wp-image-3"/></figure>`;

test.each([
  `<!-- wp:gallery --><figure class="wp-block-gallery has-nested-images">${ITEM('a.jpg')}${ITEM('b.jpg')}</figure><!-- /wp:gallery -->`,
  `<!-- wp:gallery --><figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li>${ITEM('a.jpg')}</li><li>${ITEM('b.jpg')}</li></ul></figure><!-- /wp:gallery -->`,
  `<!-- wp:gallery --><ul class="wp-block-gallery"><li><img src="a.jpg" alt="" class="wp-image-3"></li><li><img src="b.jpg" alt="" class="wp-image-3"></li></ul><!-- /wp:gallery -->`,
])('a gallery block of any version is a figure of figures', (source) => {
  const figure = (file: string) =>
    `<figure><img src="${file}" alt="" class="wp-image-3" /></figure>`;
  expect(convert(source).html).toBe(`<figure>\n${figure('a.jpg')}\n${figure('b.jpg')}\n</figure>`);
});

test('the caption of a whole gallery is the paragraph behind it', () => {
  const source = `<!-- wp:gallery --><figure class="wp-block-gallery">${ITEM('a.jpg')}${ITEM('b.jpg')}<figcaption>Of <b>all</b></figcaption></figure>`;
  expect(convert(source).html).toMatch(/<\/figure>\n<p>Of <b>all<\/b><\/p>$/);
});

test('an embed block shows its video, or a link', () => {
  const block = (address: string) =>
    `<!-- wp:embed --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${address}\n</div><figcaption>C</figcaption></figure>`;
  expect(convert(block('https://youtu.be/abcdefghijk')).html).toBe(
    `<figure class="wp-block-embed">\n${FRAME}\n<figcaption>C</figcaption></figure>`,
  );
  expect(convert(block('https://x.example/1')).html).toContain('<a href="https://x.example/1">');
});

test('the picture of a cover, which is in its style, is kept', () => {
  const source =
    '<!-- wp:cover --><div class="wp-block-cover alignwide" style="background-image:url(https://old.example/a.jpg)"><p>Over it</p></div>';
  expect(convert(source).html).toBe(
    '<figure><img src="https://old.example/a.jpg" alt="" /></figure>\n<div class="wp-block-cover alignwide"><p>Over it</p></div>',
  );
});

test.each([
  [
    '<a href="https://old.example/a.jpg"><img src="https://old.example/a-300x200.jpg" width="300" height="200"></a>',
    '<p><img src="https://old.example/a.jpg" /></p>',
  ],
  [
    '<a href="https://old.example/4/"><img src="https://old.example/a.jpg"></a>',
    '<p><img src="https://old.example/a.jpg" /></p>',
  ],
  [
    '<a href="https://x.example/"><img src="https://old.example/a.jpg"></a>',
    '<p><a href="https://x.example/"><img src="https://old.example/a.jpg" /></a></p>',
  ],
])('of %s, the picture is shown in full size', (source, html) => {
  expect(convert(source, PICTURES).html).toBe(html);
});

test('wide pictures stay wide', () => {
  const source =
    '<!-- wp:image --><div class="wp-block-image"><figure class="alignwide"><img src="a.jpg"></figure></div>';
  expect(convert(source).html).toBe('<figure class="alignwide wide"><img src="a.jpg" /></figure>');
});

test('pages of a text are one', () => {
  expect(convert('One.\n<!--nextpage-->\nTwo.').html).toBe('<p>One.</p>\n<p>Two.</p>');
});

test.each([
  ['<b><i>'.repeat(1_000), 'nested too deeply'],
  ['<div>'.repeat(1_000), 'nested too deeply'],
])('HTML that cannot be read is taken as it is', (source, note) => {
  const { html, notes } = convert(source);
  expect(html).toBe(source);
  expect(notes).toEqual([expect.stringContaining(note)]);
});

test.each([
  ['1 < 2, a <b', '<p>1 &lt; 2, a &lt;b</p>'],
  [
    'One.\n\n<a href="x>Two</a>.\n\nThree.',
    '<p>One.</p>\n<p>&lt;a href="x>Two&lt;/a>.</p>\n<p>Three.</p>',
  ],
  ['One.\n\n<!-- Two.', '<p>One.</p>\n<p>&lt;!-- Two.</p>'],
])('what stands behind a tag that does not end is not lost: %j', (source, html) => {
  expect(convert(source).html).toBe(html);
});

test.each([
  ...['[a ', '[gallery ', '[caption]', '[[', '<pre>', '<a "', '<!-- ', '[x][/', 'https://x.y\n'],
  ...['[/caption]', '<a href=x>', '&amp;', ' ', '\n\u00a0', 'x\n'],
])('a long text of %j is read in time', (piece) => {
  const source = `x${piece.repeat(100_000 / piece.length)}x`;
  expect(convert(source).html.length).toBeGreaterThan(90_000);
});

test('old elements become those that stand for them today', () => {
  expect(convert('<strike>a</strike> <tt>b</tt> <acronym title="C">c</acronym>').html).toBe(
    '<p><s>a</s> <code>b</code> <abbr title="C">c</abbr></p>',
  );
});
