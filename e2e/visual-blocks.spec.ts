import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { PICTURE } from './editor-form.ts';
import { painted } from './fixtures.ts';
import { caretAfter, expectHtml, openText, text, tool } from './visual-text.ts';

/** Chooses from the menu of blocks. */
async function insertBlock(page: Page, name: string): Promise<void> {
  await page.keyboard.type(`/${name}`);
  await page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { name }).click();
}

const UNEQUAL = '<TABLE><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></TABLE>';

test('HTML that cannot be edited as text is shown as readers see it, and edited as HTML', async ({
  page,
}) => {
  await openText(page, `<p>one</p>\n${UNEQUAL}\n<p>two</p>`);
  const island = page.locator('[data-island]');
  await expect(island.getByRole('cell')).toHaveText(['a', 'b', 'c']);
  await island.getByRole('button', { name: 'Edit HTML' }).click();
  const field = page.getByLabel('HTML of this block');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(UNEQUAL);
  await field.fill('<p>not this</p>');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(island.getByRole('button', { name: 'Edit HTML' })).toBeFocused();
  await expectHtml(page, `<p>one</p>\n${UNEQUAL}\n<p>two</p>`);

  const changed = UNEQUAL.replace('>c<', '  >see<');
  await page.keyboard.press('Enter');
  await field.fill(changed);
  await page.getByRole('button', { name: 'Done' }).click();
  await expectHtml(page, `<p>one</p>\n${changed}\n<p>two</p>`);
  await expect(island.getByRole('cell')).toHaveText(['a', 'b', 'see']);

  await island.getByRole('button', { name: 'Edit HTML' }).click();
  await field.fill('<P>Now  <b>text</b></P>\n<UL><li>and a list</UL>');
  await page.keyboard.press('Control+Enter');
  await expect(island).toHaveCount(0);
  await expectHtml(
    page,
    '<p>one</p>\n<P>Now  <b>text</b></P>\n<UL><li>and a list</UL>\n<p>two</p>',
  );
  await caretAfter(page, 'and a list');
  await page.keyboard.type('!');
  await expectHtml(
    page,
    '<p>one</p>\n<P>Now  <b>text</b></P>\n<ul>\n  <li>and a list!</li>\n</ul>\n<p>two</p>',
  );
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(island.getByRole('cell')).toHaveText(['a', 'b', 'see']);
  await expectHtml(page, `<p>one</p>\n${changed}\n<p>two</p>`);
});

test('HTML that readers do not see says so', async ({ page }) => {
  await openText(page, '<p>one</p>\n<script>kept()</script>');
  await expect(page.locator('[data-island]')).toContainText('Readers see nothing of this HTML.');
});

test('a figure has an alt text, a caption and a width, and is removed', async ({ page }) => {
  await page.route('https://example.com/**', (route) => route.fulfill({ path: PICTURE }));
  const img = (alt: string) =>
    `<img src="https://example.com/leaf.webp" alt="${alt}" width="1600" height="1067">`;
  await openText(page, `<p>one</p>\n<figure>${img('')}</figure>\n<h2>two</h2>`);
  await page.getByLabel('Alt text').fill('A "leaf"');
  const alt = 'A &quot;leaf&quot;';
  await expectHtml(page, `<p>one</p>\n<figure>${img(alt)}</figure>\n<h2>two</h2>`);

  await text(page).locator('figcaption').click();
  await painted(page);
  await page.keyboard.type('Green & *fresh*');
  const caption = '<figcaption>Green &amp; <em>fresh</em></figcaption>';
  await expectHtml(page, `<p>one</p>\n<figure>${img(alt)}${caption}</figure>\n<h2>two</h2>`);
  await page.keyboard.press('Enter');
  await page.keyboard.type('x');
  await expectHtml(
    page,
    `<p>one</p>\n<figure>${img(alt)}${caption}</figure>\n<p>x</p>\n<h2>two</h2>`,
  );

  const widths = page.getByRole('group', { name: 'Width of the picture' });
  await text(page).getByRole('img', { name: 'A "leaf"' }).click();
  await widths.getByRole('button', { name: 'Wide' }).click();
  await expect(widths.getByRole('button', { name: 'Wide' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectHtml(page, /<figure class="wide"><img/);
  await widths.getByRole('button', { name: 'Normal' }).click();
  await expectHtml(page, /<figure><img/);
  await text(page).getByRole('button', { name: 'Remove' }).click();
  await expectHtml(page, '<p>one</p>\n<p>x</p>\n<h2>two</h2>');
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expectHtml(
    page,
    `<p>one</p>\n<figure>${img(alt)}${caption}</figure>\n<p>x</p>\n<h2>two</h2>`,
  );
});

test('Enter in the caption of the last picture begins a paragraph', async ({ page }) => {
  await page.route('https://example.com/**', (route) => route.fulfill({ path: PICTURE }));
  const figure = (caption: string) =>
    `<figure><img src="https://example.com/leaf.webp" alt="A leaf"><figcaption>${caption}</figcaption></figure>`;
  await openText(page, figure('Green'));
  await caretAfter(page, 'Green');
  await page.keyboard.type('\nbelow');
  await expectHtml(page, `${figure('Green')}\n<p>below</p>`);
});

const TABLE = `<table>
<tbody>
<tr><td>a</td><td>b</td></tr>
<tr><td>c</td><td>d</td></tr>
</tbody>
</table>`;

test('a table gets and loses rows, columns, a head and a caption', async ({ page }) => {
  await openText(page, `<p>one</p>\n${TABLE}`);
  await text(page).getByRole('cell', { name: 'a' }).click();
  await painted(page);
  const rows = () =>
    text(page)
      .getByRole('row')
      .evaluateAll((all) =>
        all.map((row) =>
          [...row.children].map(({ tagName, textContent }) => `${tagName[1]}:${textContent}`),
        ),
      );
  const press = (name: string) =>
    page.getByRole('group', { name: 'Table' }).getByRole('button', { name }).click();
  const expectRows = (expected: string) =>
    expect.poll(async () => (await rows()).map((row) => row.join(' ')).join(' / ')).toBe(expected);
  await press('Row below');
  await expectRows('D:a D:b / D: D: / D:c D:d');
  await press('Row above');
  await expectRows('D: D: / D:a D:b / D: D: / D:c D:d');
  await press('Column after');
  await expectRows('D: D: D: / D:a D: D:b / D: D: D: / D:c D: D:d');
  await press('Column before');
  await expectRows('D: D: D: D: / D: D:a D: D:b / D: D: D: D: / D: D:c D: D:d');
  await expect(text(page)).toBeFocused();
  await page.keyboard.type('z');
  await expectRows('D: D: D: D: / D: D:az D: D:b / D: D: D: D: / D: D:c D: D:d');
  await press('Delete row');
  await expectRows('D: D: D: D: / D: D: D: D: / D: D:c D: D:d');
  const written = `<p>one</p>\n${TABLE}`;
  // Each press of a tool is a step of its own.
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('Control+z');
  await expectHtml(page, written);

  await text(page).getByRole('cell', { name: 'b' }).click();
  await painted(page);
  await press('Header row');
  await expectHtml(
    page,
    /<thead>\n<tr><th scope="col">a<\/th><th scope="col">b<\/th><\/tr>\n<\/thead>\n<tbody>\n<tr><td>c/,
  );
  await page.getByLabel('Caption of the table').fill('A & B');
  await expectHtml(page, /<table>\n<caption>A &amp; B<\/caption>\n<thead>/);
  await page.getByLabel('Caption of the table').fill('');
  await text(page).getByRole('columnheader', { name: 'b' }).click();
  await painted(page);
  await press('Header row');
  await expectHtml(page, `<p>one</p>\n${TABLE}`);
  await press('Delete column');
  await expectRows('D:a / D:c');
  await press('Delete table');
  await expectHtml(page, '<p>one</p>');
});

test('Tab goes through the cells of a table', async ({ page }) => {
  await openText(page, `<p>one</p>\n${TABLE}`);
  await caretAfter(page, 'a');
  await page.keyboard.press('Tab');
  await page.keyboard.type('x');
  await expectHtml(page, /<td>x<\/td><\/tr>\n<tr>/);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('y');
  await expectHtml(page, /<tr><td>y<\/td><td>x<\/td>/);
});

test('a block of code has a language', async ({ page }) => {
  await openText(page, '<p>one</p>\n<pre><code>let a  = 1;\n</code></pre>');
  const field = page.getByLabel('Language of the code');
  await field.fill('js');
  await expectHtml(page, '<p>one</p>\n<pre><code class="language-js">let a  = 1;\n</code></pre>');
  await field.press('Enter');
  await expect(text(page)).toBeFocused();
  await expect(field).toHaveValue('js');
  await field.fill('');
  await expectHtml(page, '<p>one</p>\n<pre><code>let a  = 1;\n</code></pre>');
});

test('details, a note and a footnote are written with the keyboard', async ({ page }) => {
  await openText(page);
  await insertBlock(page, 'Details');
  await page.keyboard.type('More\nhidden');
  await expectHtml(page, '<details><summary>More</summary><p>hidden</p></details>');

  await openText(page, '<p>first</p>');
  await page.keyboard.press('Enter');
  await insertBlock(page, 'Note');
  await page.keyboard.type('Mind');
  await expectHtml(page, '<p>first</p>\n<aside class="note"><p>Mind</p></aside>');

  await openText(page, '<p>first</p>\n<p>second</p>');
  await caretAfter(page, 'first');
  await tool(page, 'Footnote').click();
  await page.keyboard.type('Source');
  await expectHtml(
    page,
    /^<p>first<sup class="footnote-ref"><a href="#fn1" id="fnref1">1<\/a><\/sup><\/p>\n<p>second<\/p>\n<section class="footnotes"><ol>\s+<li id="fn1"><p>Source <a href="#fnref1" aria-label="Back to the text">↩<\/a><\/p><\/li>\s+<\/ol><\/section>$/,
  );
  await caretAfter(page, 'second');
  await tool(page, 'Footnote').click();
  await page.keyboard.type('Other');
  await expectHtml(page, /<li id="fn1">[\s\S]*<li id="fn2"><p>Other /);
});
