import fc from 'fast-check';
import { expect, test } from 'vitest';
import { content as anyContent } from '../../../../test-support/html-contents.ts';
import { mailOf } from '../../../../test-support/post-mails.ts';
import { LINE_WIDTH, widthOfText, wrapLines } from './plain-text.ts';

const FOOT = `
* * *

You are receiving this email because you subscribed to Longhand.

Unsubscribe:
https://blog.example/newsletter/leave/{token}
`;

/** The text part without what every mail has. */
async function textOf(content: string, fields: Parameters<typeof mailOf>[1] = {}) {
  const { text } = await mailOf(content, fields);
  const start = text.indexOf('What it is about.\n\n') + 'What it is about.\n\n'.length;
  return text.slice(start, text.lastIndexOf(FOOT)).trimEnd();
}

test('begins with title, date and link, and ends with the link to unsubscribe', async () => {
  const { text } = await mailOf('<p>Hello');
  expect(text).toBe(`A post
======

November 5, 2026
https://blog.example/blog/a-post

What it is about.

Hello
${FOOT}`);
});

test.each([
  ['a heading', '<h2>One</h2><p>Text', 'One\n---\n\nText'],
  ['links', '<p>See <a href="/a">here</a>.', 'See here ( https://blog.example/a ).'],
  [
    'an address as its own text',
    '<p>See <a href="https://x.example/">https://x.example/</a>.',
    'See https://x.example/ .',
  ],
  ['a list', '<ul><li>One<ul><li>Two</ul><li><p>Three</p></ul>', '- One\n  - Two\n- Three'],
  ['a list of paragraphs', '<ul><li><p>1</p><p>2</p><li>3</ul>', '- 1\n\n  2\n\n- 3'],
  ['numbers', '<ol start="9"><li>a<li>b<li value="3">c</ol>', '9. a\n10. b\n3. c'],
  ['numbers backwards', '<ol reversed><li>a<li>b</ol>', '2. a\n1. b'],
  ['a quote', '<blockquote><p>One<p>Two</blockquote>', '> One\n>\n> Two'],
  ['code', '<pre>a\n  b\n</pre>', '    a\n      b'],
  [
    'a picture',
    '<figure><img src="/a.png" alt="Sea"><figcaption>Low tide</figcaption></figure>',
    '[Sea]\nLow tide',
  ],
  ['a picture without words', '<p>a</p><img src="/a.png" alt=""><p>b', 'a\n\nb'],
  ['a table', '<table><caption>Sizes<tr><th>A<th>B<tr><td>1<td>2</table>', 'Sizes\n\nA | B\n1 | 2'],
  ['blocks in a cell', '<table><tr><td><p>a</p><p>b</p><td>c</table>', 'a b | c'],
  ['terms', '<dl><dt>A<dd>B</dl>', 'A\n    B'],
  ['details', '<details><summary>Q</summary><p>A</details>', 'Q\n\nA'],
  ['a rule', '<p>a<hr><p>b', 'a\n\n* * *\n\nb'],
  ['a line break', '<p>a<br>b', 'a\nb'],
  ['ruby', '<p><ruby>漢<rp>(<rt>かん<rp>)</ruby>', '漢(かん)'],
  [
    'a video',
    '<video src="/a.mp4"></video>',
    'Watch the video ( https://blog.example/blog/a-post )',
  ],
  [
    'footnotes',
    '<p>Text<sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>Note <a href="#fnref1">↩</a></p></li></ol></section>',
    'Text[1]\n\n1. Note',
  ],
])('%s', async (_name, content, text) => {
  expect(await textOf(content)).toBe(text);
});

test('lines have at most 76 columns, but for addresses and code', async () => {
  const words = fc.array(fc.constantFrom('word', 'longerword', '日本語の文章です。', 'é', 'ß'));
  await fc.assert(
    fc.asyncProperty(anyContent, words, async (content, more) => {
      const { text } = await mailOf(`${content}<p>${more.join(' ')}</p><ul><li>${more.join('')}`);
      for (const line of text.split('\n'))
        if (/\s.*\s/.test(line.trim()) && !line.includes('    ') && !/https?:/.test(line))
          expect(widthOfText(line), line).toBeLessThanOrEqual(LINE_WIDTH);
    }),
    { numRuns: 40 },
  );
});

test('an address is followed by a space or the end of its line, wherever the line is wrapped', async () => {
  const link = '<a href="https://x.example/a">word</a>';
  const bare = '<a href="https://x.example/a">https://x.example/a</a>';
  const address = /https?:\S+/g;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('word', '日本語', link, bare)), async (words) => {
      const text = await textOf(`<p>${words.join(' ')}.</p><p>(${words.join('')})`);
      for (const [found] of text.matchAll(address)) expect(found).toBe('https://x.example/a');
      expect(text).not.toMatch(/\($|^\s*\) /m);
    }),
    { numRuns: 20 },
  );
});

test('a text without spaces is wrapped between its words, and not before a full stop', () => {
  const lines = wrapLines('吾輩は猫である。名前はまだ無い。', 14, 'ja');
  expect(lines.join('')).toBe('吾輩は猫である。名前はまだ無い。');
  for (const line of lines) {
    expect(widthOfText(line)).toBeLessThanOrEqual(16);
    expect(line).not.toMatch(/^[。、]/);
  }
  expect(lines.length).toBeGreaterThan(1);
});
