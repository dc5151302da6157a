import { expect, test } from './admin-fixtures.ts';
import { copy, dispatchPaste, fixture } from './clipboard.ts';
import { PICTURE } from './editor-form.ts';
import { holdUploads, picture } from './file-events.ts';
import { painted } from './fixtures.ts';
import {
  caretAfter,
  expectHtml,
  html,
  openText,
  selectBack,
  text,
  toEnd,
  uploadsSized,
} from './visual-text.ts';

/** So small that nothing moves when it has loaded. */
const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>';

for (const source of ['google-docs', 'word']) {
  test(`a copy from ${source} becomes clean blocks, in one step of undo`, async ({ page }) => {
    await page.route('https://lh7-rt.googleusercontent.com/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: DOT }),
    );
    await openText(page, '<p>one</p>');
    await page.keyboard.press('Enter');
    await dispatchPaste(text(page), {
      'text/html': fixture(`${source}.clipboard.txt`),
      'text/plain': 'words',
    });
    const cleaned = fixture(`${source}.cleaned.txt`).trimEnd();
    await expectHtml(page, `<p>one</p>\n${cleaned}`);
    await expect(text(page).locator('[data-island]')).toHaveCount(0);
    await expect(text(page).getByRole('heading')).toHaveCount(2);
    await page.keyboard.press('Control+z');
    await expectHtml(page, '<p>one</p>');
    await page.keyboard.press('Control+y');
    await expectHtml(page, `<p>one</p>\n${cleaned}`);
  });
}

test('Ctrl+V pastes formatted words into a sentence, Ctrl+Shift+V only their text', async ({
  page,
}) => {
  await openText(page, '<p>one four</p>');
  await copy(page, { 'text/html': '<b>two</b> <i>three</i>', 'text/plain': 'two three' });
  await caretAfter(page, 'one ');
  await page.keyboard.press('Control+v');
  await expectHtml(page, '<p>one <strong>two</strong> <em>three</em>four</p>');
  await page.keyboard.press('Control+z');
  await expectHtml(page, '<p>one four</p>');
  await caretAfter(page, 'one ');
  await page.keyboard.press('Control+Shift+v');
  await expectHtml(page, '<p>one two threefour</p>');
});

test('plain lines become paragraphs, and Markdown stays text with Shift', async ({ page }) => {
  await openText(page);
  await copy(page, { 'text/plain': '# a\n\n- b\n- c' });
  await page.keyboard.press('Control+Shift+v');
  await expectHtml(page, '<p># a</p>\n<p>- b</p>\n<p>- c</p>');
});

test('an address over a selection makes a link', async ({ page }) => {
  await openText(page, '<p>one two</p>');
  await copy(page, { 'text/plain': 'https://example.org/?a=1&b=2' });
  await toEnd(page);
  await selectBack(page, 3);
  await page.keyboard.press('Control+v');
  await expectHtml(page, '<p>one <a href="https://example.org/?a=1&amp;b=2">two</a></p>');
  await toEnd(page);
  await page.keyboard.type(' three');
  await expectHtml(page, '<p>one <a href="https://example.org/?a=1&amp;b=2">two</a> three</p>');
});

test('the address of a video becomes the video in a paragraph of its own only', async ({
  page,
}) => {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Video</title>' }),
  );
  await openText(page, '<p>one</p>');
  const address = 'https://youtu.be/dQw4w9WgXcQ';
  await copy(page, { 'text/plain': address });
  await page.keyboard.press('Control+v');
  await expectHtml(page, `<p>one${address}</p>`);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  const frame =
    '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" width="560" height="315" allowfullscreen></iframe>';
  await expectHtml(page, `<p>one</p>\n${frame}`);
  await page.keyboard.type('two');
  await expectHtml(page, `<p>one</p>\n${frame}\n<p>two</p>`);
});

test('Markdown is converted, and one press brings it back', async ({ page }) => {
  await openText(page);
  await page.keyboard.type('one\n');
  await copy(page, { 'text/plain': '# Tea\n\n- **green**\n- black' });
  await page.keyboard.press('Control+v');
  const converted =
    '<h2>Tea</h2>\n<ul>\n  <li><strong>green</strong></li>\n  <li>black</li>\n</ul>';
  await expectHtml(page, `<p>one</p>\n${converted}`);
  await expect(page.getByText('Markdown was converted to HTML.')).toHaveRole('status');
  await page.getByRole('button', { name: 'Keep the Markdown' }).click();
  await expectHtml(page, '<p>one</p>\n<p># Tea</p>\n<p>- **green**</p>\n<p>- black</p>');
  await expect(text(page)).toBeFocused();
  await expect(page.getByText('Markdown was converted to HTML.')).toBeHidden();
});

test('the note on Markdown goes with the next edit', async ({ page }) => {
  await openText(page);
  await copy(page, { 'text/plain': 'See [the guide](https://example.org/guide).' });
  await page.keyboard.press('Control+v');
  await expectHtml(page, '<p>See <a href="https://example.org/guide">the guide</a>.</p>');
  await expect(page.getByRole('button', { name: 'Keep the Markdown' })).toBeVisible();
  await page.keyboard.type('!');
  await expectHtml(page, '<p>See <a href="https://example.org/guide">the guide</a>.!</p>');
  await expect(page.getByRole('button', { name: 'Keep the Markdown' })).toBeHidden();
});

test('what is copied here keeps its formats and figures', async ({ page }) => {
  await page.route('https://example.com/**', (route) => route.fulfill({ path: PICTURE }));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const figure =
    '<figure class="wide"><img src="https://example.com/leaf.webp" alt="A leaf" width="1600" height="1067"><figcaption>Very <em>green</em></figcaption></figure>';
  const blocks = `<p>one <strong>two</strong> <mark>three</mark></p>\n${figure}\n<ul>\n  <li>four</li>\n</ul>\n<h3>End</h3>`;
  await openText(page, blocks);
  await page.keyboard.press('Control+a');
  await painted(page);
  await page.keyboard.press('Control+c');
  await toEnd(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await expectHtml(page, `${blocks}\n${blocks}`);
  await page.keyboard.press('Control+z');
  await expectHtml(page, blocks);

  // A part of a sentence continues the sentence where it is pasted.
  await caretAfter(page, 'three');
  await selectBack(page, 'two three'.length);
  await page.keyboard.press('Control+c');
  await caretAfter(page, 'four');
  await page.keyboard.press('Control+v');
  await expectHtml(page, /<li>four<strong>two<\/strong> <mark>three<\/mark><\/li>/);
});

test('what is cut is pasted elsewhere', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openText(page, '<p>one two</p>\n<p>three </p>');
  await caretAfter(page, 'one');
  await selectBack(page, 3);
  await page.keyboard.press('Control+x');
  await expectHtml(page, /^<p> ?two<\/p>/);
  await toEnd(page);
  await page.keyboard.type(' ');
  await page.keyboard.press('Control+v');
  await expectHtml(page, /<p>three one<\/p>$/);
});

test('a picture in the HTML is uploaded to where it was', async ({ page }) => {
  await openText(page, '<p>zero</p>');
  const next = await holdUploads(page);
  const src = `data:${picture.type};base64,${picture.bytes}`;
  await dispatchPaste(text(page), {
    'text/html': `<p>one</p><figure><img src="${src}" alt="A leaf"><figcaption>Green</figcaption></figure><p>two</p>`,
    'text/plain': 'one two',
  });
  await uploadsSized(page, 1);
  await next();
  await expectHtml(
    page,
    /^<p>zeroone<\/p>\n<figure><img src="\/uploads\/[\w-]+\.webp" alt="A leaf" width="300" height="200"><figcaption>Green<\/figcaption><\/figure>\n<p>two<\/p>$/,
  );
  await expect(text(page).getByRole('img', { name: 'A leaf' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expectHtml(page, '<p>zero</p>');
  expect(await html(page).inputValue()).not.toContain('data:');
});

test('HTML that is copied as text stays text', async ({ page }) => {
  await openText(page);
  await copy(page, { 'text/plain': '<p class="note">One</p>' });
  await page.keyboard.press('Control+v');
  await expectHtml(page, '<p>&lt;p class="note"&gt;One&lt;/p&gt;</p>');
});
