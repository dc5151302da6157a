import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  copy,
  dispatchPaste,
  fixture,
  takeClipboard,
} from '../../../../component-tests/clipboard.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { PICTURE_DATA } from '../../../../component-tests/file-events.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import { expectCount, expectElement, painted } from '../../../../component-tests/locators.ts';
import {
  caretAfter,
  expectHtml,
  html,
  openText,
  selectBack,
  text,
  toEnd,
  uploadsSized,
} from '../../../../component-tests/visual-text.ts';

const notice = page.getByText('Markdown was converted to HTML.');
const keepMarkdown = page.getByRole('button', { name: 'Keep the Markdown' });

for (const source of ['google-docs', 'word']) {
  test(`a copy from ${source} becomes clean blocks, in one step of undo`, async () => {
    await openText('<p>one</p>');
    await keyboard.press('Enter');
    dispatchPaste(text, {
      'text/html': fixture(`${source}.clipboard.txt`),
      'text/plain': 'words',
    });
    const cleaned = fixture(`${source}.cleaned.txt`).trimEnd();
    await expectHtml(`<p>one</p>\n${cleaned}`);
    await expectCount(text.getByCss('[data-raw-html]'), 0);
    await expectCount(text.getByRole('heading'), 2);
    await keyboard.press('Control+z');
    await expectHtml('<p>one</p>');
    await keyboard.press('Control+y');
    await expectHtml(`<p>one</p>\n${cleaned}`);
  });
}

test('Ctrl+V pastes formatted words into a sentence, Ctrl+Shift+V only their text', async () => {
  await openText('<p>one four</p>');
  await copy({ 'text/html': '<b>two</b> <i>three</i>', 'text/plain': 'two three' });
  await caretAfter('one ');
  await keyboard.press('Control+v');
  await expectHtml('<p>one <strong>two</strong> <em>three</em>four</p>');
  await keyboard.press('Control+z');
  await expectHtml('<p>one four</p>');
  await caretAfter('one ');
  await keyboard.press('Control+Shift+v');
  await expectHtml('<p>one two threefour</p>');
});

test('plain lines become paragraphs, and Markdown stays text with Shift', async () => {
  await openText();
  await copy({ 'text/plain': '# a\n\n- b\n- c' });
  await keyboard.press('Control+Shift+v');
  await expectHtml('<p># a</p>\n<p>- b</p>\n<p>- c</p>');
});

test('a poem keeps its lines', async () => {
  await openText('<p>one</p>');
  await keyboard.press('Enter');
  await copy({ 'text/plain': 'Roses are red\nViolets are blue\n\nSugar' });
  await keyboard.press('Control+v');
  await expectHtml('<p>one</p>\n<p>Roses are red<br>Violets are blue</p>\n<p>Sugar</p>');
});

const reference = (number: number) =>
  `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${number}">${number}</a></sup>`;
const note = (number: number, words: string) =>
  `  <li id="fn${number}"><p>${words} <a href="#fnref${number}" aria-label="Back to the text">↩</a></p></li>`;
const section = (...notes: readonly string[]) =>
  `<section class="footnotes"><ol>\n${notes.join('\n')}\n</ol></section>`;

test('pasted footnotes are numbered on with those of the text, in one step of undo', async () => {
  const before = `<p>one${reference(1)} two</p>\n${section(note(1, 'First'))}`;
  await openText(before);
  await caretAfter('two');
  await copy({ 'text/plain': ' three[^a].\n\n[^a]: Third' });
  await keyboard.press('Control+v');
  const after = `<p>one${reference(1)} twothree${reference(2)}.</p>\n${section(note(1, 'First'), note(2, 'Third'))}`;
  await expectHtml(after);
  await keyboard.press('Control+z');
  await expectHtml(before);
});

test('after a table that is pasted before the footnotes, writing goes on in the table', async () => {
  const notes = section(note(1, 'First'));
  await openText(`<p>one${reference(1)}</p>\n<p>two</p>\n${notes}`);
  await caretAfter('two');
  await keyboard.press('Enter');
  dispatchPaste(text, { 'text/html': '<table><tr><td>a</td><td>b</td></tr></table>' });
  await expectHtml(/<td>b<\/td>/);
  await keyboard.type('!');
  await expectHtml(/<td>b!<\/td>/);
  await expectHtml(/<p>First /);
});

test('pasted footnotes are the first of a text without any', async () => {
  await openText('<p>one</p>');
  await keyboard.press('Enter');
  dispatchPaste(text, {
    'text/html': fixture('google-docs-footnotes.clipboard.txt'),
    'text/plain': 'words',
  });
  const cleaned = fixture('google-docs-footnotes.cleaned.txt').trimEnd();
  await expectHtml(`<p>one</p>\n${cleaned}`);
  await keyboard.type('!');
  await expectHtml(/They sleep in them\.!<\/p>/);
});

test('an address over a selection makes a link', async () => {
  await openText('<p>one two</p>');
  await copy({ 'text/plain': 'https://example.org/?a=1&b=2' });
  await toEnd();
  await selectBack(3);
  await keyboard.press('Control+v');
  await expectHtml('<p>one <a href="https://example.org/?a=1&amp;b=2">two</a></p>');
  await toEnd();
  await keyboard.type(' three');
  await expectHtml('<p>one <a href="https://example.org/?a=1&amp;b=2">two</a> three</p>');
});

test('the address of a video becomes the video in a paragraph of its own only', async () => {
  await openText('<p>one</p>');
  const address = 'https://youtu.be/dQw4w9WgXcQ';
  await copy({ 'text/plain': address });
  await keyboard.press('Control+v');
  await expectHtml(`<p>one${address}</p>`);
  await keyboard.press('Control+z');
  await keyboard.press('Enter');
  await keyboard.press('Control+v');
  const frame =
    '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" width="560" height="315" allowfullscreen></iframe>';
  await expectHtml(`<p>one</p>\n${frame}`);
  await keyboard.type('two');
  await expectHtml(`<p>one</p>\n${frame}\n<p>two</p>`);
});

test('Markdown is converted, and one press brings it back', async () => {
  await openText();
  await keyboard.type('one\n');
  await copy({ 'text/plain': '# Tea\n\n- **green**\n- black' });
  await keyboard.press('Control+v');
  const converted =
    '<h2>Tea</h2>\n<ul>\n  <li><strong>green</strong></li>\n  <li>black</li>\n</ul>';
  await expectHtml(`<p>one</p>\n${converted}`);
  await expectElement(notice).toHaveRole('status');
  await keepMarkdown.click();
  await expectHtml('<p>one</p>\n<p># Tea</p>\n<p>- **green**</p>\n<p>- black</p>');
  await expectElement(text).toHaveFocus();
  await expectCount(notice, 0);
});

test('the note on Markdown goes with the next edit', async () => {
  await openText();
  await copy({ 'text/plain': 'See [the guide](https://example.org/guide).' });
  await keyboard.press('Control+v');
  await expectHtml('<p>See <a href="https://example.org/guide">the guide</a>.</p>');
  await expectElement(keepMarkdown).toBeVisible();
  await keyboard.type('!');
  await expectHtml('<p>See <a href="https://example.org/guide">the guide</a>.!</p>');
  await expectCount(keepMarkdown, 0);
});

test('what is copied here keeps its formats and figures', async () => {
  const figure =
    '<figure class="wide"><img src="/uploads/leaf.webp" alt="A leaf" width="1600" height="1067"><figcaption>Very <em>green</em></figcaption></figure>';
  const blocks = `<p>one <strong>two</strong> <mark>three</mark></p>\n${figure}\n<ul>\n  <li>four</li>\n</ul>\n<h3>End</h3>`;
  await takeClipboard();
  await openText(blocks);
  await keyboard.press('Control+a');
  await painted();
  await keyboard.press('Control+c');
  await toEnd();
  await keyboard.press('Enter');
  await keyboard.press('Control+v');
  await expectHtml(`${blocks}\n${blocks}`);
  await keyboard.press('Control+z');
  await expectHtml(blocks);

  // A part of a sentence continues the sentence where it is pasted.
  await caretAfter('three');
  await selectBack('two three'.length);
  await keyboard.press('Control+c');
  await caretAfter('four');
  await keyboard.press('Control+v');
  await expectHtml(/<li>four<strong>two<\/strong> <mark>three<\/mark><\/li>/);
});

test('what is cut is pasted elsewhere', async () => {
  await takeClipboard();
  await openText('<p>one two</p>\n<p>three </p>');
  await caretAfter('one');
  await selectBack(3);
  await keyboard.press('Control+x');
  await expectHtml(/^<p> ?two<\/p>/);
  await toEnd();
  await keyboard.type(' ');
  await keyboard.press('Control+v');
  await expectHtml(/<p>three one<\/p>$/);
});

test('a picture in the HTML is uploaded to where it was', async () => {
  const api = createFakeApi();
  const next = api.hold('POST /admin/upload-image');
  await openText('<p>zero</p>', api);
  dispatchPaste(text, {
    'text/html': `<p>one</p><figure><img src="${PICTURE_DATA}" alt="A leaf"><figcaption>Green</figcaption></figure><p>two</p>`,
    'text/plain': 'one two',
  });
  await uploadsSized(1);
  await next();
  await expectHtml(
    /^<p>zeroone<\/p>\n<figure><img src="\/uploads\/[\w-]+\.webp" alt="A leaf" width="300" height="200"><figcaption>Green<\/figcaption><\/figure>\n<p>two<\/p>$/,
  );
  await expectElement(text.getByRole('img', { name: 'A leaf' })).toBeVisible();
  await keyboard.press('Control+z');
  await expectHtml('<p>zero</p>');
  expect(html()).not.toContain('data:');
});

test('HTML that is copied as text stays text', async () => {
  await openText();
  await copy({ 'text/plain': '<p class="note">One</p>' });
  await keyboard.press('Control+v');
  await expectHtml('<p>&lt;p class="note"&gt;One&lt;/p&gt;</p>');
});
