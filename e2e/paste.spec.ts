import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { copy, dispatchPaste, fixture } from './clipboard.ts';
import { content } from './editor-form.ts';
import { picture, placeCaret } from './file-events.ts';
import { hold } from './fixtures.ts';

async function select(page: Page, from: number, to: number): Promise<void> {
  await content(page).focus();
  await content(page).evaluate(
    (field: HTMLTextAreaElement, [start, end]) => field.setSelectionRange(start ?? 0, end ?? 0),
    [from, to],
  );
}

for (const source of ['google-docs', 'word']) {
  test(`a copy from ${source} becomes clean HTML, in one step of undo`, async ({ page }) => {
    await page.goto('/admin/posts/new');
    await content(page).fill('one');
    await placeCaret(page, 3);
    const html = fixture(`${source}.clipboard.txt`);
    await dispatchPaste(content(page), { 'text/html': html, 'text/plain': 'words' });
    const cleaned = fixture(`${source}.cleaned.txt`).trimEnd();
    await expect(content(page)).toHaveValue(`one\n${cleaned}`);
    await page.keyboard.type('!');
    await expect(content(page)).toHaveValue(`one\n${cleaned}!`);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue('one');
    await page.keyboard.press('Control+Shift+z');
    await expect(content(page)).toHaveValue(`one\n${cleaned}`);
  });
}

test('Ctrl+V pastes formatted words into a sentence, Ctrl+Shift+V only their text', async ({
  page,
}) => {
  await page.goto('/admin/posts/new');
  await copy(page, {
    // Without a style: the browser sanitises it in this page, whose policy forbids that.
    'text/html': '<b>two</b> <i>three</i>',
    'text/plain': 'two three',
  });
  await content(page).fill('<p>one four</p>');
  await placeCaret(page, 7);
  await page.keyboard.press('Control+v');
  await expect(content(page)).toHaveValue('<p>one <strong>two</strong> <em>three</em>four</p>');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('<p>one four</p>');
  await placeCaret(page, 7);
  await page.keyboard.press('Control+Shift+v');
  await expect(content(page)).toHaveValue('<p>one two threefour</p>');
});

test('with Shift, HTML and Markdown stay text even if the browser offers more', async ({
  page,
}) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('');
  const isPrevented = await content(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<b>a</b>');
    clipboardData.setData('text/plain', '# a\n\n- b\n- c');
    const options = { bubbles: true, cancelable: true };
    const keys = { key: 'V', ctrlKey: true };
    return [true, false].map((shiftKey) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { ...options, ...keys, shiftKey }));
      return !field.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData }));
    });
  });
  expect(isPrevented).toEqual([false, true]);
});

test('an address over a selection makes a link', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await copy(page, { 'text/plain': 'https://example.org/?a=1&b=2' });
  await content(page).fill('one two three');
  await select(page, 4, 7);
  await page.keyboard.press('Control+v');
  await page.keyboard.type(',');
  await expect(content(page)).toHaveValue(
    'one <a href="https://example.org/?a=1&amp;b=2">two</a>, three',
  );
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('one two three');
});

test('an address in a tag is only text', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await copy(page, { 'text/plain': 'https://example.org/new' });
  await content(page).fill('<a href="old">two</a>');
  await select(page, 9, 12);
  await page.keyboard.press('Control+v');
  await expect(content(page)).toHaveValue('<a href="https://example.org/new">two</a>');
});

test('the address of a video becomes the video in a line of its own only', async ({ page }) => {
  await page.goto('/admin/posts/new');
  const address = 'https://youtu.be/dQw4w9WgXcQ';
  await copy(page, { 'text/plain': address });
  await content(page).fill('one\n');
  await placeCaret(page, 4);
  await page.keyboard.press('Control+v');
  await expect(content(page)).toHaveValue(
    'one\n<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" width="560" height="315" allowfullscreen></iframe>',
  );
  await page.keyboard.press('Control+z');
  await placeCaret(page, 3);
  await page.keyboard.press('Control+v');
  await expect(content(page)).toHaveValue(`one${address}\n`);
});

test('Markdown is converted, and one press brings it back', async ({ page }) => {
  await page.goto('/admin/posts/new');
  const text = '# Tea\n\n- **green**\n- black';
  await copy(page, { 'text/plain': text });
  await content(page).focus();
  await page.keyboard.press('Control+v');
  const html = '<h2>Tea</h2>\n<ul>\n  <li><strong>green</strong></li>\n  <li>black</li>\n</ul>';
  await expect(content(page)).toHaveValue(html);
  await expect(page.getByText('Markdown was converted to HTML.')).toHaveRole('status');
  await page.getByRole('button', { name: 'Keep the Markdown' }).click();
  await expect(content(page)).toHaveValue(text);
  await expect(content(page)).toBeFocused();
  await expect(page.getByText('Markdown was converted to HTML.')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue(html);
});

test('the note on Markdown goes with the next edit', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await copy(page, { 'text/plain': 'See [the guide](https://example.org/guide).' });
  await content(page).focus();
  await page.keyboard.press('Control+v');
  await expect(content(page)).toHaveValue(
    '<p>See <a href="https://example.org/guide">the guide</a>.</p>',
  );
  await expect(page.getByRole('button', { name: 'Keep the Markdown' })).toBeVisible();
  await page.keyboard.type(' ');
  await expect(page.getByRole('button', { name: 'Keep the Markdown' })).toBeHidden();
});

test('HTML that is copied as text stays as it is', async ({ page }) => {
  await page.goto('/admin/posts/new');
  const source = '<p class="note">One  <b>two</b></p>';
  await copy(page, { 'text/plain': source });
  await content(page).focus();
  await page.keyboard.press('Control+v');
  await expect(content(page)).toHaveValue(source);
});

test('a picture in the HTML is uploaded to where it was', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).focus();
  const src = `data:${picture.type};base64,${picture.bytes}`;
  const html = `<p>one</p><figure><img src="${src}" alt="A leaf"><figcaption>Green</figcaption></figure><p>two</p>`;
  await dispatchPaste(content(page), { 'text/html': html, 'text/plain': 'one two' });
  await expect(content(page)).toHaveValue(
    /^<p>one<\/p>\n<figure><img src="\/uploads\/[\w-]+\.webp" alt="A leaf" width="300" height="200"><figcaption>Green<\/figcaption><\/figure>\n<p>two<\/p>$/,
  );
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('');
});

test('what is typed while the code loads stays, and the paste lands where the caret was', async ({
  page,
}) => {
  const release = await hold(page, '**/assets/clean-pasted-html*');
  await page.goto('/admin/posts/new');
  await content(page).fill('<p>one </p>');
  await placeCaret(page, 7);
  await dispatchPaste(content(page), { 'text/html': '<b>two</b>', 'text/plain': 'two' });
  await page.keyboard.type(' three');
  await expect(content(page)).toHaveValue('<p>one  three</p>');
  release();
  await expect(content(page)).toHaveValue('<p>one <strong>two</strong> three</p>');
  await page.keyboard.type('!');
  await expect(content(page)).toHaveValue('<p>one <strong>two</strong> three!</p>');
});

test('if the code cannot be loaded, the text is pasted', async ({ page, watch }) => {
  watch.expectConsoleError(/Failed to (load|fetch)|error loading/i);
  await page.route('**/assets/clean-pasted-html*', (route) => route.abort());
  await page.goto('/admin/posts/new');
  await content(page).focus();
  await dispatchPaste(content(page), { 'text/html': '<b>two</b>', 'text/plain': 'two' });
  await expect(content(page)).toHaveValue('two');
});
