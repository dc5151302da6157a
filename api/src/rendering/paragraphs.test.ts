import { visibleText } from '@longhand/contract/posts/search';
import { BLOCK_TAGS } from '@longhand/contract/text/bare-paragraphs';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { writeHtml } from './html-tree.ts';
import { addParagraphs } from './paragraphs.ts';
import { renderPost } from './render.ts';
import { sanitise } from './sanitise.ts';

function withParagraphs(content: string): string {
  const { tree } = sanitise(content);
  addParagraphs(tree);
  return writeHtml(tree);
}

test.each([
  ['One\nline.\n\nTwo.', '<p>One\nline.</p>\n\n<p>Two.</p>'],
  ['One.\r\n \r\nTwo.', '<p>One.</p>\n \n<p>Two.</p>'],
  ['A <b>c</b>\n\n<em>d</em>', '<p>A <b>c</b></p>\n\n<p><em>d</em></p>'],
  ['Text\n<h2>T</h2>\nText', '<p>Text</p>\n<h2>T</h2>\n<p>Text</p>'],
  ['One.<br>Two.', '<p>One.<br />Two.</p>'],
  ['<img src="/a.png">\n\nText', '<img src="/a.png" />\n\n<p>Text</p>'],
  ['Text <img src="/a.png">', '<p>Text <img src="/a.png" /></p>'],
  ['<a href="/a"><img src="/a.png"></a>', '<a href="/a"><img src="/a.png" /></a>'],
  ['<b>a\n\nb</b>', '<p><b>a\n\nb</b></p>'],
  ['<a href="/">a<div>b</div></a> c', '<a href="/">a<div>b</div></a> c'],
  ['a\n<!-- note -->\nb', '<p>a</p>\n\n<p>b</p>'],
  ['a <script>1</script>b', '<p>a b</p>'],
  ['<x-y>a</x-y>\n\nb', '<p>a</p>\n\n<p>b</p>'],
  ['1 < 2 &amp; 3', '<p>1 &lt; 2 &amp; 3</p>'],
])('%j is shown as %j', (content, expected) => {
  expect(withParagraphs(content)).toBe(expected);
});

test.each([
  '<pre>a\n\nb</pre>',
  '<ul><li>a\n\nb</li></ul>',
  '<blockquote>a\n\nb</blockquote>\n\n<p>c\n\nd</p>',
  '<div>a\n\nb</div>',
  '<figure><img src="/a.png" /></figure>\n\n<hr />\n',
  '\n\n',
  '',
])('%j stays as it is', (content) => {
  expect(withParagraphs(content)).toBe(content);
});

test('a caption that was not filled in is left out', () => {
  const figure = (caption: string) => `<figure><img src="/a.png" />${caption}</figure>`;
  for (const empty of ['<figcaption></figcaption>', '<figcaption> \n</figcaption>'])
    expect(sanitise(figure(empty)).html).toBe(figure(''));
  for (const full of ['<figcaption>a</figcaption>', '<figcaption><br /></figcaption>'])
    expect(sanitise(figure(full)).html).toBe(figure(full));
});

test('the public, the search and the reading time get the same text', async () => {
  const content = `One ${'word '.repeat(300)}\n\n<b>Two</b>`;
  const rendered = await renderPost({ title: 't', excerpt: 'e', content });
  expect(rendered.public_content).toMatch(/^<p>One .*<\/p> \n\n<p><b>Two<\/b><\/p>$/);
  expect(rendered.search_text).toMatch(/WORD TWO$/);
  expect(rendered.reading_minutes).toBe(2);
});

test('each block element ends a paragraph for parsers as well', () => {
  for (const tag of BLOCK_TAGS) {
    const { childNodes } = parseFragment(`<p>a<${tag}>`);
    const [paragraph] = childNodes;
    const inside = paragraph && 'childNodes' in paragraph ? paragraph.childNodes.length : 0;
    expect([tag, inside]).toEqual([tag, 1]);
  }
});

const INLINE = ['a', 'b', 'em', 'span', 'code', 'ins', 'x-y', 'font', 'ruby'];
const BLOCK = ['p', 'div', 'h2', 'ul', 'blockquote', 'pre', 'figure', 'figcaption', 'li', 'center'];
/** Not outside of a table: there, the parser reads rows by what comes first. */
const TABLES = ['<table><tr><td>1</td></tr></table>', '<table><caption>c</caption></table>'];
const LEAVES = [
  ...['word', 'a b', '\n', '\n\n', ' \r\n\t\r\n', '&nbsp;', '&amp;'],
  ...['<br>', '<img src="/a.png">', '<hr>', '<!-- c -->', '<script>1</script>'],
  ...TABLES,
  ...['</p>', '</b>', '<b>', '<p>', '<iframe src="https://player.vimeo.com/video/1"></iframe>'],
];
const html = (tags: readonly string[]) =>
  fc.letrec<{ html: string }>((tie) => ({
    html: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(...LEAVES),
      fc
        .tuple(fc.constantFrom(...tags), fc.array(tie('html'), { maxLength: 4 }))
        .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
    ),
  })).html;
const content = fc
  .array(html([...INLINE, ...BLOCK, 'table']), { maxLength: 10 })
  .map((parts) => parts.join(''));

test('the visible text stays the same', () => {
  fc.assert(
    fc.property(content, (written) => {
      expect(visibleText(withParagraphs(written))).toBe(visibleText(sanitise(written).html));
    }),
    { numRuns: 1_000 },
  );
});

test('done again, nothing is added', () => {
  fc.assert(
    fc.property(content, (written) => {
      const once = withParagraphs(written);
      expect(withParagraphs(once)).toBe(once);
    }),
    { numRuns: 1_000 },
  );
});

test('where there are only block elements, no byte changes', () => {
  const blocks = fc
    .array(
      fc.tuple(
        fc.constantFrom('p', 'div', 'h3', 'ul', 'blockquote', 'pre', 'section', 'table'),
        fc.array(html([...INLINE, ...BLOCK]), { maxLength: 4 }),
        fc.constantFrom('', '\n', '\n\n'),
      ),
      { maxLength: 6 },
    )
    .map((parts) =>
      parts.map(([tag, inner, space]) => `<${tag}>${inner.join('')}</${tag}>${space}`),
    )
    .map((parts) => parts.join(''))
    .map((written) => sanitise(written).html)
    .filter((written) =>
      parseFragment(written).childNodes.every(
        (node) =>
          ('tagName' in node && BLOCK_TAGS.has(node.tagName)) ||
          ('value' in node && node.value.trim() === ''),
      ),
    );
  fc.assert(
    fc.property(blocks, (written) => {
      expect(withParagraphs(written)).toBe(written);
    }),
  );
});
