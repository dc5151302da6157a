import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDocuments } from './compare-documents.ts';
import { readerBlocks, textOf } from './reader-blocks.ts';

const SIGNS = {
  same: ['', ''],
  removed: ['[-', ']'],
  added: ['[+', ']'],
  formatted: ['[~', ']'],
  left: ['[<', ']'],
  arrived: ['[>', ']'],
} as const;

/** Each block as one line: what happened to it, its words, and the notes. */
async function compare(from: string, to: string): Promise<string[]> {
  const differences = (await compareDocuments(from, to)) ?? [];
  return differences.map(({ kind, direction, parts, notes, block }) => {
    const words = parts.map((part) => `${SIGNS[part.kind][0]}${part.text}${SIGNS[part.kind][1]}`);
    const what = [kind, direction, block.picture?.src].filter(Boolean).join(' ');
    return [`${what}: ${words.join('')}`, ...notes].join(' | ');
  });
}

test('words that were added and removed, without tags', async () => {
  expect(
    await compare(
      '<p class="a">The quick brown fox jumps.</p>\n<p>Same</p>',
      '<p>The quick red fox jumps high.</p><p>Same</p>',
    ),
  ).toEqual(['changed: The quick [-brown][+red] fox jumps[+ high].', 'same: Same']);
});

test('the source may be written otherwise: nothing has changed', async () => {
  expect(
    await compare('One\n\nTwo <b>bold</b>', '<p>One</p>\n\n<p>  Two\n<strong>bold</strong></p>'),
  ).toEqual(['same: One', 'same: Two bold']);
});

test('a block that was added or removed', async () => {
  expect(await compare('<p>One</p><p>Two</p>', '<p>One</p><h2>New</h2><p>Two</p>')).toEqual([
    'same: One',
    'added: [+New]',
    'same: Two',
  ]);
  expect(await compare('<ul><li>One</li><li>Two</li></ul>', '<ul><li>Two</li></ul>')).toEqual([
    'removed: [-One]',
    'same: Two',
  ]);
});

const [A, B, C] = ['a', 'b', 'c'].map((word) => `<p>${`${word} `.repeat(5)}</p>`);

test('a block that was moved is not removed and added', async () => {
  expect(await compare(`${A}${B}${C}`, `${B}${C}${A}`)).toEqual([
    'left down: a a a a a',
    'same: b b b b b',
    'same: c c c c c',
    'moved down: a a a a a',
  ]);
  expect(await compare(`${A}${B}${C}`, `${C}${A}${B}`)).toEqual([
    'moved up: c c c c c',
    'same: a a a a a',
    'same: b b b b b',
    'left up: c c c c c',
  ]);
});

test('a block that was moved and changed', async () => {
  const text = '<p>The quick brown fox jumps over the dog.</p>';
  expect(await compare(`${text}${A}${B}`, `${A}${B}${text.replace('dog', 'cat')}`)).toEqual([
    'left down: The quick brown fox jumps over the dog.',
    'same: a a a a a',
    'same: b b b b b',
    'moved down: The quick brown fox jumps over the [-dog][+cat].',
  ]);
});

test('words that were moved, also to and from other blocks', async () => {
  const sentence = 'This sentence has five words.';
  expect(
    await compare(
      `<p>Start of a paragraph. ${sentence} Its end is here.</p>${A}<p>Another one has this text.</p>`,
      `<p>Start of a paragraph. Its end is here.</p>${A}<p>Another one has this text. ${sentence}</p>`,
    ),
  ).toEqual([
    `changed: Start of a paragraph. [<${sentence} ]Its end is here.`,
    'same: a a a a a',
    `changed: Another one has this text.[> ${sentence}]`,
  ]);
});

test('a paragraph that was split', async () => {
  const [first, second] = ['The first sentence is long.', 'The second one is short.'];
  expect(await compare(`<p>${first} ${second}</p>`, `<p>${first}</p><p>${second}</p>`)).toEqual([
    `changed: ${first}[< ${second}]`,
    `added: [>${second}]`,
  ]);
});

test.each([
  ['<p>A word</p>', '<p>A <b>word</b></p>', 'A [~word] | “word”: now bold.'],
  ['<p>A <i>word</i></p>', '<p>A word</p>', 'A [~word] | “word”: no longer italic.'],
  [
    '<p><a href="/a">Here</a></p>',
    '<p><a href="/b">Here</a></p>',
    '[~Here] | “Here”: now a link to /b, was to /a.',
  ],
  ['<p>Here</p>', '<p><a href="/b">Here</a></p>', '[~Here] | “Here”: now a link to /b.'],
  ['<h2>Title</h2>', '<h3>Title</h3>', 'Title | Heading 3, was heading 2.'],
  ['<p>Text</p>', '<ul><li>Text</li></ul>', 'Text | List item, was paragraph.'],
  ['<ul><li>Text</li></ul>', '<ol><li>Text</li></ol>', 'Text | Numbered item, was list item.'],
  ['<p>Text</p>', '<blockquote><p>Text</p></blockquote>', 'Text | Quote, was paragraph.'],
  [
    '<pre><code class="language-js">x</code></pre>',
    '<pre><code class="language-ts">x</code></pre>',
    'x | Language changed from “js” to “ts”.',
  ],
])('%s became %s', async (from, to, expected) => {
  expect(await compare(from, to)).toEqual([`changed: ${expected}`]);
});

test('pictures: added, removed, replaced, moved, described', async () => {
  const figure = (src: string, alt: string, caption = '') =>
    `<figure><img src="${src}" alt="${alt}"><figcaption>${caption}</figcaption></figure>`;
  expect(await compare('<p>One</p>', `<p>One</p>${figure('/a.webp', 'A')}`)).toEqual([
    'same: One',
    'added /a.webp: ',
  ]);
  expect(await compare('<p>One <img src="/a.webp"></p>', '<p>One</p>')).toEqual([
    'same: One',
    'removed /a.webp: ',
  ]);
  expect(await compare(figure('/a.webp', 'A'), figure('/b.webp', 'A'))).toEqual([
    'changed /b.webp:  | Another picture.',
  ]);
  expect(
    await compare(figure('/a.webp', '', 'A leaf'), figure('/a.webp', 'A leaf', 'A green leaf')),
  ).toEqual(['changed /a.webp: A [+green ]leaf | Alt text added: “A leaf”.']);
  expect(
    await compare(
      `${figure('/a.webp', 'A')}${A}${B}`,
      `${A}${B}<figure class="wide"><img src="/a.webp" alt="B"></figure>`,
    ),
  ).toEqual([
    'left down /a.webp: ',
    'same: a a a a a',
    'same: b b b b b',
    'moved down /a.webp:  | Alt text changed from “A” to “B”. | Its width or style changed.',
  ]);
});

test('a gallery is its pictures, each with its caption', () => {
  const gallery =
    '<figure class="gallery"><figure><img src="/a.webp" alt="A"><figcaption>One</figcaption></figure><figure><img src="/b.webp" alt="B"></figure><figcaption>Both</figcaption></figure>';
  expect(
    readerBlocks(gallery).map((block) => [block.name, block.picture?.src, textOf(block)]),
  ).toEqual([
    ['Picture', '/a.webp', 'One'],
    ['Picture', '/b.webp', ''],
    ['Paragraph', undefined, 'Both'],
  ]);
});

test('tables by rows, lists by items', () => {
  const blocks = readerBlocks(
    '<table><caption>T</caption><tr><th>A</th><th>B</th></tr></table><ol start="3"><li>x<ul><li>y</li></ul></li></ol>',
  );
  expect(blocks.map((block) => [block.name, block.marker, textOf(block)])).toEqual([
    ['Caption', '', 'T'],
    ['Table row', '', 'A │ B'],
    ['Numbered item', '3.', 'x'],
    ['List item', '•', 'y'],
  ]);
});

test('what readers do not see is not compared', async () => {
  expect(
    await compare('<p>One</p>', '<!-- a --><p>One</p><script>x()</script><style>p{}</style>'),
  ).toEqual(['same: One']);
});

test('hostile HTML is not compared', async () => {
  expect(await compareDocuments('<p>One</p>', '<b>'.repeat(10_000))).toBeNull();
});

test('scripts without spaces are compared by words, emoji as a whole', async () => {
  expect(await compare('<p>我喜欢猫</p>', '<p>我喜欢狗</p>')).toEqual([
    'changed: 我喜欢[-猫][+狗]',
  ]);
  expect(await compare('<p>Hi you 👩‍👩‍👧</p>', '<p>Hi you 👩‍👩‍👦</p>')).toEqual([
    'changed: Hi you [-👩‍👩‍👧][+👩‍👩‍👦]',
  ]);
});

const HTML = fc
  .array(
    fc.tuple(
      fc.constantFrom('p', 'h2', 'li', 'blockquote', 'td', 'b', 'pre'),
      fc.constantFrom('one', 'two <i>three</i>', 'a <img src="/a.webp"> b', 'x<br>y', ''),
    ),
    { maxLength: 12 },
  )
  .map((blocks) => blocks.map(([tag, text]) => `<${tag}>${text}</${tag}>`).join(''));

test('the differences add up to both versions', async () => {
  await fc.assert(
    fc.asyncProperty(HTML, HTML, async (from, to) => {
      const differences = (await compareDocuments(from, to)) ?? [];
      const side = (blocks: readonly string[], parts: readonly string[]) =>
        differences
          .filter(({ kind }) => blocks.includes(kind))
          .map((each) =>
            each.parts
              .filter(({ kind }) => parts.includes(kind))
              .map(({ text }) => text)
              .join(''),
          );
      const both = ['same', 'formatted'];
      expect(side(['same', 'changed', 'moved', 'added'], [...both, 'added', 'arrived'])).toEqual(
        readerBlocks(to).map(textOf),
      );
      const before = side(['same', 'changed', 'left', 'removed'], [...both, 'removed', 'left']);
      expect(before).toEqual(readerBlocks(from).map(textOf));
    }),
    { numRuns: 200 },
  );
});

/** A text of this many words in paragraphs of 50. */
function words(count: number, word: (index: number) => string): string {
  const list = Array.from({ length: count }, (_, index) => word(index));
  return Array.from(
    { length: count / 50 },
    (_, index) => `<p>${list.slice(index * 50, index * 50 + 50).join(' ')}</p>`,
  ).join('\n');
}

test('two long texts with nothing in common can be compared', async () => {
  const [from, to] = [words(10_000, (n) => `a${n}`), words(10_000, (n) => `b${n}`)];
  const kinds = (await compareDocuments(from, to))?.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['removed', 'added']));
  expect(kinds).toHaveLength(400);
});

test('a change in every paragraph of a long text is found', async () => {
  const from = words(10_000, (n) => `w${n % 700}`);
  const to = words(10_000, (n) => (n % 50 === 7 ? `new${n}` : `w${n % 700}`));
  const found = await compareDocuments(from, to);
  expect(found?.every(({ kind, parts }) => kind === 'changed' && parts.length === 4)).toBe(true);
});
