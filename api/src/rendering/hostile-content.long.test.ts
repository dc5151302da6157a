import { expect, test } from 'vitest';
import { expectLinearGrowth } from '../../../test-support/growth.ts';
import { NestedTooDeeplyError } from './html-tree.ts';
import { renderPost } from './render.ts';

const repeated = (unit: string, before = '', after = '') => {
  return (length: number) => before + unit.repeat(Math.ceil(length / unit.length)) + after;
};

function expectRefusal(error: unknown): void {
  expect(error).toBeInstanceOf(NestedTooDeeplyError);
}

/** What parsers and patterns have choked on; each repeated without end. */
const INPUTS: Readonly<Record<string, (length: number) => string>> = {
  'signs that open tags': repeated('<'),
  'signs that end tags': repeated('>'),
  ampersands: repeated('&'),
  'entities that do not end': repeated('&#'),
  'entities of entities': repeated('&amp;amp;'),
  'comments that do not end': repeated('<!--'),
  'declarations that do not end': repeated('<![CDATA['),
  'closing tags of nothing': repeated('</p>'),
  'tags that are not finished': repeated('</'),
  'paragraphs that nobody closed': repeated('<p>'),
  'items that nobody closed': repeated('<li>a', '<ul>'),
  'headings without a word': repeated('<h2></h2>'),
  'headings with the same words': repeated('<h3>The same</h3>'),
  tables: repeated('<table></table>'),
  'attributes of the same name': repeated('a ', '<p ', '>'),
  'attributes that are quotes': repeated('"', '<p ', '>'),
  'attributes without a name': repeated('=', '<p ', '>'),
  'an attribute that does not end': repeated('x', '<p title="'),
  'candidates of a srcset': repeated('a, ', '<img srcset="', '">'),
  'descriptors of a srcset': repeated('a 1x ', '<img srcset="', '">'),
  'brackets in a srcset': repeated('(', '<img srcset="', '">'),
  classes: repeated('wide ', '<p class="', '">'),
  'comments in an address': repeated('<!--', '<a href="', '">x</a>'),
  'tabs before a scheme': repeated('\t', '<a href="', 'javascript:1">x</a>'),
  pictures: repeated('<img src=a>'),
  'pictures of ours': repeated(
    '<figure class="wide"><img src="/uploads/00000000000000000000000000000000-2000x1000-200.png"></figure>',
  ),
  'blanks between words': repeated(' \n', 'a', 'b'),
  'bare paragraphs': repeated('a\n\n'),
  'blank lines': repeated('\n'),
  'blanks in a line that is not blank': repeated(' ', 'a\n', 'b'),
  'bare lines with inline elements': repeated('a <b>c</b>\n \n'),
  'comments between lines': repeated('a\n<!-- -->\n'),
  'code that names its language': repeated('<pre><code class="language-js">let a;</code></pre>'),
  'a language without end': repeated('a', '<pre><code class="language-', '">x</code></pre>'),
  'bold that nobody closed, in paragraphs of their own': repeated('<p><b class=wide></p>'),
  scripts: repeated('<script>'),
  'elements that are dropped': repeated('<svg></svg>'),
  'accents on one letter': repeated('\u0301', 'a'),
  'letters that grow in upper case': repeated('ŉΐ'),
};

test.each(Object.entries(INPUTS))('%s take no longer than their length', async (_what, make) => {
  await expectLinearGrowth(make, 16_000, async (content) => {
    await renderPost({ title: 't', excerpt: 'e', content }).catch(expectRefusal);
  });
});

test.each([
  ['divisions', '<div>'],
  ['elements of another namespace', '<svg><g>'],
  ['tables', '<table><tr><td>'],
  ['elements beside closing tags of another kind', '<b></i>'],
  ['lists', '<ul><li>'],
  ['elements that nobody knows', '<x-y>'],
])('a hundred thousand nested %s are refused, and soon', async (_what, unit) => {
  const work = (content: string) =>
    expect(renderPost({ title: 't', excerpt: 'e', content })).rejects.toThrow(NestedTooDeeplyError);
  await expectLinearGrowth(repeated(unit), 200_000, work);
});

test('formatting that a browser would open again in every paragraph is refused', async () => {
  const content = Array.from({ length: 20_000 }, (_, n) => `<p><b id="n${n}"></p>`).join('');
  await expect(renderPost({ title: 't', excerpt: 'e', content })).rejects.toThrow(
    NestedTooDeeplyError,
  );
});

test('a hundred thousand attributes are read, and none of them stays', async () => {
  const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(' ');
  const { public_content } = await renderPost({
    title: 't',
    excerpt: 'e',
    content: `<p ${attributes}>text</p>`,
  });
  expect(public_content).toBe('<p>text</p>');
});

test('headings of the same words get a number each, beside those that are taken', async () => {
  const { public_content } = await renderPost({
    title: 't',
    excerpt: 'e',
    content: '<p id="tea-2">x</p><h2>Tea</h2><h2>Tea</h2><h3>Tea</h3><h2>Tea 5</h2><h2>Tea</h2>',
  });
  const ids = [...public_content.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['post-tea', 'post-tea-3', 'post-tea-4', 'post-tea-5', 'post-tea-6']);
});
