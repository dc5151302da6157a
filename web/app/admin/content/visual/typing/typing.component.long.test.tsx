import { expect, test } from 'vitest';
import {
  content,
  excerpt,
  openEditor,
  title,
} from '../../../../../component-tests/editor-page.tsx';
import { createFakeApi, type FakeApi, SETTINGS } from '../../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../../component-tests/keyboard.ts';
import { expectElement, painted, showView } from '../../../../../component-tests/locators.ts';
import {
  caretAfter,
  expectHtml,
  openText,
  toEnd,
} from '../../../../../component-tests/visual-text.ts';

/** With the setting known. */
async function openWith(html = '', smart_punctuation = true): Promise<FakeApi> {
  const api = createFakeApi();
  api.on('GET /admin/settings', { json: { ...SETTINGS, smart_punctuation } });
  await openText(html, api);
  await expect.poll(api.requests).toContain('GET /admin/settings');
  await painted();
  return api;
}

test('quotes, dashes and ellipses are set as they are typed, and one undo leaves the plain one', async () => {
  await openWith();
  await keyboard.type('"Don\'t," she said -- "wait..."');
  await expectHtml('<p>“Don’t,” she said — “wait…”</p>');
  await keyboard.press('Control+z');
  await expectHtml('<p>“Don’t,” she said — “wait…"</p>');
  await keyboard.press('Control+z');
  await expectHtml('<p>“Don’t,” she said — “wait…</p>');
  await keyboard.press('Control+z');
  await expectHtml('<p>“Don’t,” she said — “wait...</p>');
  await keyboard.press('Control+y');
  await expectHtml('<p>“Don’t,” she said — “wait…</p>');
  await keyboard.press('Backspace');
  await expectHtml('<p>“Don’t,” she said — “wait</p>');
});

test('the setting is read once for the title, the text and both views', async () => {
  const api = await openWith();
  await showView('HTML');
  await showView('Visual');
  expect(api.requests().filter((call) => call === 'GET /admin/settings')).toHaveLength(1);
});

test('three hyphens alone are a rule, and code and HTML stay as they are typed', async () => {
  await openWith('<p><code>a</code></p>\n<pre><code>b</code></pre>');
  await keyboard.type('"c"...');
  await caretAfter('a');
  await keyboard.type('"d\'--x');
  await expectHtml('<p><code>a"d\'--x</code></p>\n<pre><code>b"c"...</code></pre>');
  await toEnd();
  await keyboard.press('Control+Enter');
  await keyboard.type('---"e"');
  await expectHtml(/<hr>\n<p>“e”<\/p>$/);
  await showView('HTML');
  await content.click();
  await keyboard.press('Control+End');
  await keyboard.type('"f"');
  await expectElement(content).toHaveValue(
    '<p><code>a"d\'--x</code></p>\n<pre><code>b"c"...</code></pre>\n<hr>\n<p>“e”</p>"f"',
  );
});

test('nothing is replaced where the setting is off', async () => {
  await openWith('', false);
  await keyboard.type('"Don\'t" -- www.example.org ...');
  await expectHtml('<p>"Don\'t" -- <a href="https://www.example.org">www.example.org</a> ...</p>');
});

test('a typed address becomes a link after a space or a new line, and one undo takes it back', async () => {
  await openWith();
  await keyboard.type('See https://example.org/a. ');
  const linked = '<a href="https://example.org/a">https://example.org/a</a>';
  await expectHtml(`<p>See ${linked}. </p>`);
  // At once: it is one step.
  await keyboard.insertText('And');
  await expectHtml(`<p>See ${linked}. And</p>`);
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await expectHtml('<p>See https://example.org/a. </p>');
  await keyboard.type('(www.example.org)');
  await keyboard.press('Enter');
  const second = '<a href="https://www.example.org">www.example.org</a>';
  await expectHtml(`<p>See https://example.org/a. (${second})</p>`);
  await keyboard.press('Control+z');
  await expectHtml('<p>See https://example.org/a. (www.example.org)</p>');
  await keyboard.type('x');
  await expectHtml('<p>See https://example.org/a. (www.example.org)</p>\n<p>x</p>');
});

test('an address in code or in a link stays as it is', async () => {
  const html = '<p><code>a</code></p>\n<p><a href="/b">www.example.org</a></p>';
  await openWith(html);
  await keyboard.type(' ');
  await caretAfter('a');
  await keyboard.type(' https://example.org/ ');
  await expectHtml(/^<p><code>a https:\/\/example.org\/ ?<\/code>[^a]*<\/p>\n<p><a href="\/b">/);
});

async function openFields(language: string | null, smart_punctuation = true) {
  const api = createFakeApi();
  api.on('GET /admin/settings', { json: { ...SETTINGS, smart_punctuation } });
  const { id } = api.addPost({ language, title: '', excerpt: '' });
  await openEditor({ id, api });
  await expect.poll(api.requests).toContain('GET /admin/settings');
  await painted();
}

test('title and excerpt are set like the text, and one undo leaves the plain quote', async () => {
  await openFields(null);
  await title.click();
  await keyboard.type('"Don\'t" -- 1823--1830...');
  await expectElement(title).toHaveValue('“Don’t” — 1823–1830…');
  await keyboard.press('Control+z');
  await expectElement(title).toHaveValue('“Don’t” — 1823–1830...');
  await excerpt.click();
  await keyboard.type('A "b" c');
  await expectElement(excerpt).toHaveValue('A “b” c');
  await keyboard.press('Home');
  await keyboard.type('"');
  await expectElement(excerpt).toHaveValue('“A “b” c');
  await keyboard.type('x');
  await expectElement(excerpt).toHaveValue('“xA “b” c');
});

test('they follow the language of the post', async () => {
  await openFields('de');
  await title.click();
  await keyboard.type('"Ja"');
  await expectElement(title).toHaveValue('„Ja“');
});

test('without the setting they stay as typed', async () => {
  await openFields(null, false);
  await title.click();
  await keyboard.type('"Yes" -- no...');
  await expectElement(title).toHaveValue('"Yes" -- no...');
});
