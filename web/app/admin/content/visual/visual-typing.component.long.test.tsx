import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import { expectElement, expectTexts, painted } from '../../../../component-tests/locators.ts';
import { unmount } from '../../../../component-tests/mount.tsx';
import {
  caretAfter,
  expectHtml,
  html,
  openText,
  openVisual,
  text,
} from '../../../../component-tests/visual-text.ts';

/** What is typed, and what it becomes. */
const BLOCKS = [
  ['## Head', '<h2>Head</h2>'],
  ['### Head', '<h3>Head</h3>'],
  ['> Said', '<blockquote><p>Said</p></blockquote>'],
  ['- one\ntwo', '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>'],
  ['1. one\ntwo', '<ol>\n  <li>one</li>\n  <li>two</li>\n</ol>'],
  ['3. one', '<ol start="3">\n  <li>one</li>\n</ol>'],
  ['```\na < b', '<pre><code>a &lt; b</code></pre>'],
  ['```js a', '<pre><code class="language-js">a</code></pre>'],
  ['---after', '<hr>\n<p>after</p>'],
] as const;
const MARKS = [
  ['a **b** c', '<p>a <strong>b</strong> c</p>'],
  ['a *b* c', '<p>a <em>b</em> c</p>'],
  ['a `b` c', '<p>a <code>b</code> c</p>'],
  ['a [b](example.org) c', '<p>a <a href="https://example.org">b</a> c</p>'],
] as const;

/** Also without an empty heading or list, whose HTML is none. */
const isBlank = () => html() === '' && text.element().firstElementChild?.localName === 'p';

async function empty(): Promise<void> {
  await keyboard.press('Control+a');
  await painted();
  await keyboard.press('Delete');
  await expectHtml('');
}

test('signs become blocks and formats', async () => {
  for (const [typed, expected] of BLOCKS) {
    await openText();
    await keyboard.type(typed);
    await expectHtml(expected);
    unmount();
  }
  await openText();
  for (const [typed, expected] of MARKS) {
    await keyboard.type(typed);
    await expectHtml(expected);
    await empty();
  }
});

test('undo and redo reach all that signs became', async () => {
  await openText();
  for (const [typed, expected] of [BLOCKS[0], BLOCKS[3], MARKS[0]]) {
    await keyboard.type(typed);
    await expectHtml(expected);
    let steps = 0;
    // Each pause in typing makes one more.
    const most = 2 * typed.length;
    for (; steps < most && !isBlank(); steps += 1) await keyboard.press('Control+z');
    await expect.poll(isBlank).toBe(true);
    await expectTexts(text, ['']);
    for (let n = 0; n < steps; n += 1) await keyboard.press('Control+y');
    await expectHtml(expected);
    for (let n = 0; n < steps; n += 1) await keyboard.press('Control+z');
    await expect.poll(isBlank).toBe(true);
  }
});

test('Backspace right after a sign became a format brings it back', async () => {
  await openText();
  for (const [typed, back] of [
    ['## ', '<p>## </p>'],
    ['> ', '<p>&gt; </p>'],
    ['- ', '<p>- </p>'],
    ['1. ', '<p>1. </p>'],
    ['---', '<p>---</p>'],
    ['**b**', '<p>**b**</p>'],
    ['*b*', '<p>*b*</p>'],
    ['`b`', '<p>`b`</p>'],
    ['[b](/c)', '<p>[b](/c)</p>'],
  ] as const) {
    await keyboard.type(typed);
    await expect.poll(html).not.toBe(back);
    await keyboard.press('Backspace');
    await expectHtml(back);
    await empty();
  }
});

test('a long text loses no letter of fast typing', async () => {
  const paragraph = `<p>${'Some words of a long post. '.repeat(20)}</p>\n`;
  const long = paragraph.repeat(Math.ceil(100_000 / paragraph.length));
  const api = createFakeApi();
  await openVisual(`${long}<p>Here: </p>\n${paragraph}`, api);
  await caretAfter('Here:');
  const typed = Array.from({ length: 20 }, (_, n) => String(n % 10).repeat(3)).join(' ');
  await keyboard.type(` ${typed}`);
  const expected = `${long}<p>Here: ${typed}</p>\n${paragraph}`;
  await expectHtml(expected);
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expectElement(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const saved = api.calls.find(({ method, path }) => method === 'PUT' && /\/posts\//.test(path));
  expect(saved?.body).toMatchObject({ content: expected });
});
