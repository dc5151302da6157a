import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { copy, dispatchPaste, fixture } from '../../../component-tests/clipboard.ts';
import { content, openEditor } from '../../../component-tests/editor-page.tsx';
import { field, PICTURE_DATA, placeCaret } from '../../../component-tests/file-events.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { expectCount, expectElement } from '../../../component-tests/locators.ts';

const notice = page.getByText('Markdown was converted to HTML.');
const keepMarkdown = page.getByRole('button', { name: 'Keep the Markdown' });

/** A new post with this text, and the selection or the caret in it. */
async function openWith(text: string, from = text.length, to = from): Promise<void> {
  await openEditor();
  await content.fill(text);
  placeCaret(from, to);
}

async function expectText(expected: string): Promise<void> {
  await expectElement(content).toHaveValue(expected);
}

for (const source of ['google-docs', 'word']) {
  test(`a copy from ${source} becomes clean HTML, in one step of undo`, async () => {
    await openWith('one');
    const html = fixture(`${source}.clipboard.txt`);
    dispatchPaste(content, { 'text/html': html, 'text/plain': 'words' });
    const cleaned = fixture(`${source}.cleaned.txt`).trimEnd();
    await expectText(`one\n${cleaned}`);
    await keyboard.type('!');
    await expectText(`one\n${cleaned}!`);
    await keyboard.press('Control+z');
    await keyboard.press('Control+z');
    await expectText('one');
    await keyboard.press('Control+Shift+z');
    await expectText(`one\n${cleaned}`);
  });
}

test('Ctrl+V pastes formatted words into a sentence, Ctrl+Shift+V only their text', async () => {
  await openWith('<p>one four</p>', 7);
  await copy({ 'text/html': '<b>two</b> <i>three</i>', 'text/plain': 'two three' });
  await keyboard.press('Control+v');
  await expectText('<p>one <strong>two</strong> <em>three</em>four</p>');
  await keyboard.press('Control+z');
  await expectText('<p>one four</p>');
  placeCaret(7);
  await keyboard.press('Control+Shift+v');
  await expectText('<p>one two threefour</p>');
});

test('with Shift, HTML and Markdown stay text even if the browser offers more', async () => {
  await openWith('');
  const isPrevented = [true, false].map((shiftKey) => {
    const keys = { key: 'V', ctrlKey: true, shiftKey, bubbles: true, cancelable: true };
    field().dispatchEvent(new KeyboardEvent('keydown', keys));
    return dispatchPaste(content, {
      'text/html': '<b>a</b>',
      'text/plain': '# a\n\n- b\n- c',
    });
  });
  expect(isPrevented).toEqual([false, true]);
});

test('a poem keeps its lines, except in code and with Shift', async () => {
  await openWith('');
  const poem = 'Roses are red\nViolets are blue\n\nSugar';
  await copy({ 'text/plain': poem });
  await keyboard.press('Control+v');
  await expectText('Roses are red<br>\nViolets are blue\n\nSugar');
  await keyboard.press('Control+z');
  await expectText('');
  await keyboard.press('Control+Shift+v');
  await expectText(poem);
  await content.fill('<pre></pre>');
  placeCaret(5);
  await keyboard.press('Control+v');
  await expectText(`<pre>${poem}</pre>`);
});

test('pasted footnotes are numbered on with those of the text, in one step of undo', async () => {
  const note = (number: number, words: string) =>
    `<li id="fn${number}"><p>${words} <a href="#fnref${number}" aria-label="Back to the text">↩</a></p></li>`;
  const reference = (number: number) =>
    `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${number}">${number}</a></sup>`;
  const before = `<p>one${reference(1)}</p>\n\n<section class="footnotes"><ol>\n${note(1, 'First')}\n</ol></section>\n<p>End</p>`;
  await openWith(before, before.indexOf('\n') + 1);
  const html = fixture('libreoffice-footnotes.clipboard.txt');
  dispatchPaste(content, { 'text/html': html, 'text/plain': 'words' });
  await expectText(
    `<p>one${reference(1)}</p>\n<p>Salt${reference(2)} keeps.</p>\n<section class="footnotes"><ol>\n${note(1, 'First')}\n  ${note(2, 'Of the sea.')}\n</ol></section>\n<p>End</p>`,
  );
  await keyboard.type('!');
  await expect.poll(() => field().value).toContain('keeps.</p>!');
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await expectText(before);
});

test('an address over a selection makes a link', async () => {
  await openWith('one two three', 4, 7);
  await copy({ 'text/plain': 'https://example.org/?a=1&b=2' });
  await keyboard.press('Control+v');
  await keyboard.type(',');
  await expectText('one <a href="https://example.org/?a=1&amp;b=2">two</a>, three');
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await expectText('one two three');
});

test('an address in a tag is only text', async () => {
  await openWith('<a href="old">two</a>', 9, 12);
  await copy({ 'text/plain': 'https://example.org/new' });
  await keyboard.press('Control+v');
  await expectText('<a href="https://example.org/new">two</a>');
});

test('the address of a video becomes the video in a line of its own only', async () => {
  await openWith('one\n');
  const address = 'https://youtu.be/dQw4w9WgXcQ';
  await copy({ 'text/plain': address });
  await keyboard.press('Control+v');
  await expectText(
    'one\n<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" width="560" height="315" allowfullscreen></iframe>',
  );
  await keyboard.press('Control+z');
  await expectText('one\n');
  placeCaret(3);
  await keyboard.press('Control+v');
  await expectText(`one${address}\n`);
});

test('Markdown is converted, and one press brings it back', async () => {
  await openWith('');
  const text = '# Tea\n\n- **green**\n- black';
  await copy({ 'text/plain': text });
  await keyboard.press('Control+v');
  const html = '<h2>Tea</h2>\n<ul>\n  <li><strong>green</strong></li>\n  <li>black</li>\n</ul>';
  await expectText(html);
  await expectElement(notice).toHaveRole('status');
  await keepMarkdown.click();
  await expectText(text);
  await expectElement(content).toHaveFocus();
  await expectCount(notice, 0);
  await keyboard.press('Control+z');
  await expectText(html);
});

test('the note on Markdown goes with the next edit', async () => {
  await openWith('');
  await copy({ 'text/plain': 'See [the guide](https://example.org/guide).' });
  await keyboard.press('Control+v');
  await expectText('<p>See <a href="https://example.org/guide">the guide</a>.</p>');
  await expectElement(keepMarkdown).toBeVisible();
  await keyboard.type(' ');
  await expectCount(keepMarkdown, 0);
});

test('HTML that is copied as text stays as it is', async () => {
  await openWith('');
  const source = '<p class="note">One  <b>two</b></p>';
  await copy({ 'text/plain': source });
  await keyboard.press('Control+v');
  await expectText(source);
});

test('a picture in the HTML is uploaded to where it was', async () => {
  await openWith('');
  const html = `<p>one</p><figure><img src="${PICTURE_DATA}" alt="A leaf"><figcaption>Green</figcaption></figure><p>two</p>`;
  dispatchPaste(content, { 'text/html': html, 'text/plain': 'one two' });
  await expect
    .poll(() => field().value)
    .toMatch(
      /^<p>one<\/p>\n<figure><img src="\/uploads\/[\w-]+\.webp" alt="A leaf" width="300" height="200"><figcaption>Green<\/figcaption><\/figure>\n<p>two<\/p>$/,
    );
  await keyboard.press('Control+z');
  await expectText('');
});

test('lines with tabs become a table, and one undo gives the text', async () => {
  await openWith('<p>one</p>\n');
  dispatchPaste(content, { 'text/plain': 'a\tb\nc\td' });
  const table =
    '<table>\n<tbody>\n<tr><td>a</td><td>b</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</tbody>\n</table>';
  await expectText(`<p>one</p>\n${table}`);
  await keyboard.press('Control+z');
  await expectText('<p>one</p>\na\tb<br>\nc\td');
  await keyboard.press('Control+z');
  await expectText('<p>one</p>\n');
});
