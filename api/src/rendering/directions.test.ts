import { expect, test } from 'vitest';
import { expectLinearGrowth } from '../../../test-support/growth.ts';
import { renderPost } from './render.ts';

async function rendered(content: string, language?: string): Promise<string> {
  return (await renderPost({ title: 't', excerpt: 'e', content, language })).public_content;
}

test.each([
  '<p>Only <b>Latin</b>, 1, 2, 3.</p><blockquote><p>é</p></blockquote><p>Ελληνικά и 日本語</p>',
  '<p>نص عربي with English in it.</p><ul><li>بند</li></ul><p>1, 2, 3.</p>',
  '<p>An English sentence with <b>شاي</b> in it.</p>',
  '<p>English</p><ul><li>one</li><li>شاي</li><li><p>شاي</p></li></ul>',
])('%s needs no mark: the direction of the whole is right', async (content) => {
  expect(await rendered(content)).toBe(content);
});

test.each([
  ['<p>English</p><p>عربي</p>', '<p>English</p><p dir="rtl">عربي</p>'],
  ['<p>עברית</p><p>“English”.</p>', '<p>עברית</p><p dir="ltr">“English”.</p>'],
  [
    '<p>English</p><blockquote><p>עברית</p><footer>Author</footer></blockquote>',
    '<p>English</p><blockquote dir="rtl"><p>עברית</p><footer dir="ltr">Author</footer></blockquote>',
  ],
  ['<p>a</p><ol><li>ש</li><li>b</li></ol>', '<p>a</p><ol dir="rtl"><li>ש</li><li>b</li></ol>'],
  [
    '<p>שלום</p><pre>x = 1</pre>',
    '<p>שלום</p><pre tabindex="0" role="group" aria-label="Code" dir="ltr">x = 1</pre>',
  ],
  [
    '<pre>// שלום</pre><p>a</p>',
    '<pre tabindex="0" role="group" aria-label="Code" dir="ltr">// שלום</pre><p>a</p>',
  ],
  ['<p dir="rtl">a</p><p>ש</p>', '<p dir="rtl">a</p><p>ש</p>'],
  ['<p><bdi>ש</bdi> said</p><p>ש</p>', '<p><bdi>ש</bdi> said</p><p dir="rtl">ש</p>'],
  ['<div dir="auto">ש<p>a</p></div>b', '<div dir="auto">ש<p dir="ltr">a</p></div><p>b</p>'],
])('of %s only the blocks of the other direction are marked', async (content, expected) => {
  expect(await rendered(content)).toBe(expected);
});

test('in a post with a language, the blocks of the other direction than its are marked', async () => {
  const [english, arabic] = ['<p>English</p>', '<p>عربي</p>'];
  const marked = (block: string, dir: string) => block.replace('<p>', `<p dir="${dir}">`);
  expect(await rendered(english + arabic, 'ar')).toBe(marked(english, 'ltr') + arabic);
  expect(await rendered(english, 'ar')).toBe(marked(english, 'ltr'));
  expect(await rendered(arabic + english, 'fr')).toBe(marked(arabic, 'rtl') + english);
  expect(await rendered(english, 'fr')).toBe(english);
});

test('a table has the direction of its first letter, with its box', async () => {
  expect(
    await rendered('<p>a</p><table><tr><th>ש</th><td>b</td><td>12</td></tr></table>'),
  ).toContain('aria-label="Table" dir="rtl"><table><tbody><tr><th>ש</th><td>b</td><td>12</td>');
});

test('headings with letters that need higher lines are marked', async () => {
  const html = await rendered('<h2>A <em>題名</em></h2><h3>Ordinary</h3>');
  expect(html).toMatch(/<h2 [^>]*data-tall/);
  expect(html).not.toMatch(/<h3 [^>]*data-tall/);
});

test('nested blocks without letters take no longer than their length', async () => {
  const deep = (length: number) =>
    `<p>ש</p>${`${'<div>1'.repeat(100)}${'</div>'.repeat(100)}`.repeat(length / 1_200)}`;
  await expectLinearGrowth(deep, 6_000, async (content) => void (await rendered(content)));
});
