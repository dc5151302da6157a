import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectElement,
  expectTexts,
  painted,
  tool,
} from '../../../../component-tests/locators.ts';
import { caretAfter, expectHtml, openText, text } from '../../../../component-tests/visual-text.ts';

/** Chooses from the menu of blocks. */
async function insertBlock(name: string): Promise<void> {
  await keyboard.type(`/${name}`);
  await page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { name }).click();
}

const rawHtml = page.getByCss('[data-raw-html]');
const UNEQUAL = '<TABLE><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></TABLE>';

test('HTML that cannot be edited as text is shown as readers see it, and edited as HTML', async () => {
  await openText(`<p>one</p>\n${UNEQUAL}\n<p>two</p>`);
  await expectTexts(rawHtml.getByRole('cell'), ['a', 'b', 'c']);
  await rawHtml.getByRole('button', { name: 'Edit HTML' }).click();
  const field = page.getByLabelText('HTML of this block');
  await expectElement(field).toHaveFocus();
  await expectElement(field).toHaveValue(UNEQUAL);
  await field.fill('<p>not this</p>');
  await keyboard.press('Escape');
  await expectElement(field).not.toBeInTheDocument();
  await expectElement(rawHtml.getByRole('button', { name: 'Edit HTML' })).toHaveFocus();
  await expectHtml(`<p>one</p>\n${UNEQUAL}\n<p>two</p>`);

  const changed = UNEQUAL.replace('>c<', '  >see<');
  await keyboard.press('Enter');
  await field.fill(changed);
  await page.getByRole('button', { name: 'Done' }).click();
  await expectHtml(`<p>one</p>\n${changed}\n<p>two</p>`);
  await expectTexts(rawHtml.getByRole('cell'), ['a', 'b', 'see']);

  await rawHtml.getByRole('button', { name: 'Edit HTML' }).click();
  await field.fill('<P>Now  <b>text</b></P>\n<UL><li>and a list</UL>');
  await keyboard.press('Control+Enter');
  await expectElement(rawHtml).not.toBeInTheDocument();
  await expectHtml('<p>one</p>\n<P>Now  <b>text</b></P>\n<UL><li>and a list</UL>\n<p>two</p>');
  await caretAfter('and a list');
  await keyboard.type('!');
  await expectHtml(
    '<p>one</p>\n<P>Now  <b>text</b></P>\n<ul>\n  <li>and a list!</li>\n</ul>\n<p>two</p>',
  );
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await expectTexts(rawHtml.getByRole('cell'), ['a', 'b', 'see']);
  await expectHtml(`<p>one</p>\n${changed}\n<p>two</p>`);
});

test('HTML that readers do not see says so', async () => {
  const api = createFakeApi();
  api.on('POST /admin/preview', {
    json: { content: '', reading_minutes: 1, removed: [], removed_count: 0 },
  });
  await openText('<p>one</p>\n<script>kept()</script>', api);
  await expectElement(rawHtml).toMatchTextContent(/^Readers do not see this HTML\./);
});

test('a figure has an alt text, a caption and a width, and is removed', async () => {
  const img = (alt: string) =>
    `<img src="/uploads/leaf.webp" alt="${alt}" width="1600" height="1067">`;
  await openText(`<p>one</p>\n<figure>${img('')}</figure>\n<h2>two</h2>`);
  const picture = text.getByCss('figure img').element().parentElement ?? document.body;
  const mark = () => getComputedStyle(picture, '::after').content;
  await page.getByLabelText('Title*').hover();
  await expect.poll(mark).toBe('"No alt text"');
  await expectElement(page.getByLabelText('Alt text')).not.toBeVisible();
  await text.getByCss('figure img').click();
  await page.getByLabelText('Alt text').fill('A "leaf"');
  await page.getByLabelText('Title*').hover();
  expect(mark()).toBe('none');
  const alt = 'A &quot;leaf&quot;';
  await expectHtml(`<p>one</p>\n<figure>${img(alt)}</figure>\n<h2>two</h2>`);

  await text.getByCss('figcaption').click();
  await painted();
  await keyboard.type('Green & *fresh*');
  const caption = '<figcaption>Green &amp; <em>fresh</em></figcaption>';
  await expectHtml(`<p>one</p>\n<figure>${img(alt)}${caption}</figure>\n<h2>two</h2>`);
  await keyboard.press('Enter');
  await keyboard.type('x');
  const figure = `<figure>${img(alt)}${caption}</figure>`;
  await expectHtml(`<p>one</p>\n${figure}\n<p>x</p>\n<h2>two</h2>`);

  const widths = page.getByRole('group', { name: 'Width of the picture' });
  await text.getByRole('img', { name: 'A "leaf"' }).click();
  await widths.getByRole('button', { name: 'Wide' }).click();
  await expectElement(widths.getByRole('button', { name: 'Wide' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectHtml(/<figure class="wide"><img/);
  await widths.getByRole('button', { name: 'Text' }).click();
  await expectHtml(/<figure><img/);
  await text.getByRole('button', { name: 'Remove' }).click();
  await expectHtml('<p>one</p>\n<p>x</p>\n<h2>two</h2>');
  await expectElement(text).toHaveFocus();
  await keyboard.press('Control+z');
  await expectHtml(`<p>one</p>\n${figure}\n<p>x</p>\n<h2>two</h2>`);
});

test('Enter in the caption of the last picture begins a paragraph', async () => {
  const figure = (caption: string) =>
    `<figure><img src="/uploads/leaf.webp" alt="A leaf"><figcaption>${caption}</figcaption></figure>`;
  await openText(figure('Green'));
  await caretAfter('Green');
  await keyboard.type('\nbelow');
  await expectHtml(`${figure('Green')}\n<p>below</p>`);
});

const TABLE = `<table>
<tbody>
<tr><td>a</td><td>b</td></tr>
<tr><td>c</td><td>d</td></tr>
</tbody>
</table>`;

function rows(): string {
  const cell = ({ tagName, textContent }: Element) => `${tagName[1]}:${textContent}`;
  const all = text.getByRole('row').elements();
  return all.map((row) => [...row.children].map(cell).join(' ')).join(' / ');
}

async function expectRows(expected: string): Promise<void> {
  await expect.poll(rows).toBe(expected);
}

async function pressTableTool(name: string): Promise<void> {
  await page.getByRole('group', { name: 'Table' }).getByRole('button', { name }).click();
}

async function clickCell(role: 'cell' | 'columnheader', name: string): Promise<void> {
  await text.getByRole(role, { name }).click();
  await painted();
}

test('a row of tools that scrolls fades where it continues', async () => {
  await page.viewport(375, 667);
  await openText(TABLE);
  await caretAfter('b');
  const tools = page.getByRole('group', { name: 'Table' }).element();
  const fades = () =>
    ['--fade-start', '--fade-end'].map((name) => getComputedStyle(tools).getPropertyValue(name));
  await expect.poll(fades).toEqual(['0px', '24px']);
  tools.scrollTo(tools.scrollWidth, 0);
  await expect.poll(fades).toEqual(['24px', '0px']);
  await page.viewport(1280, 900);
});

test.each([1280, 1024, 800])(
  'at a width of %i, all tools of a table are in sight',
  async (width) => {
    await page.viewport(width, 800);
    await openText(`<p>one</p>\n${TABLE}`);
    await caretAfter('b');
    const tools = page.getByRole('group', { name: 'Table' });
    const box = boxOf(tools);
    expect(tools.element().scrollWidth).toBeLessThanOrEqual(tools.element().clientWidth);
    const pane = text.element().parentElement?.parentElement?.getBoundingClientRect();
    expect(box.right).toBeLessThanOrEqual(pane?.right ?? 0);
    expect(box.top).toBeGreaterThanOrEqual(boxOf(text.getByText('one')).bottom);
    await page.viewport(1280, 900);
  },
);

test('a picture has space for the whole hint on its alt text', async () => {
  await openText('<p>one</p>\n<figure><img src="/a.png" alt="" width="900" height="600"></figure>');
  await text.getByCss('figure img').click();
  const field = page.getByLabelText('Alt text').element();
  expect(field.clientWidth).toBeGreaterThan(400);
});

test('a table gets and loses rows and columns, each a step of its own', async () => {
  await openText(`<p>one</p>\n${TABLE}`);
  await clickCell('cell', 'a');
  await pressTableTool('Row below');
  await expectRows('D:a D:b / D: D: / D:c D:d');
  await pressTableTool('Row above');
  await expectRows('D: D: / D:a D:b / D: D: / D:c D:d');
  await pressTableTool('Column after');
  await expectRows('D: D: D: / D:a D: D:b / D: D: D: / D:c D: D:d');
  await pressTableTool('Column before');
  await expectRows('D: D: D: D: / D: D:a D: D:b / D: D: D: D: / D: D:c D: D:d');
  await expectElement(text).toHaveFocus();
  await keyboard.type('z');
  await expectRows('D: D: D: D: / D: D:az D: D:b / D: D: D: D: / D: D:c D: D:d');
  await pressTableTool('Delete row');
  await expectRows('D: D: D: D: / D: D: D: D: / D: D:c D: D:d');
  for (let n = 0; n < 6; n += 1) await keyboard.press('Control+z');
  await expectHtml(`<p>one</p>\n${TABLE}`);
});

test('a table gets and loses a head and a caption, and is deleted', async () => {
  await openText(`<p>one</p>\n${TABLE}`);
  await clickCell('cell', 'b');
  await pressTableTool('Header row');
  await expectHtml(
    /<thead>\n<tr><th scope="col">a<\/th><th scope="col">b<\/th><\/tr>\n<\/thead>\n<tbody>\n<tr><td>c/,
  );
  const caption = page.getByLabelText('Caption of the table');
  await caption.fill('A & B');
  await expectHtml(/<table>\n<caption>A &amp; B<\/caption>\n<thead>/);
  await caption.fill('');
  await clickCell('columnheader', 'b');
  await pressTableTool('Header row');
  await expectHtml(`<p>one</p>\n${TABLE}`);
  await pressTableTool('Delete column');
  await expectRows('D:a / D:c');
  await pressTableTool('Delete table');
  await expectHtml('<p>one</p>');
});

test('Tab goes through the cells of a table', async () => {
  await openText(`<p>one</p>\n${TABLE}`);
  await caretAfter('a');
  await keyboard.press('Tab');
  await keyboard.type('x');
  await expectHtml(/<td>x<\/td><\/tr>\n<tr>/);
  await keyboard.press('Shift+Tab');
  await keyboard.type('y');
  await expectHtml(/<tr><td>y<\/td><td>x<\/td>/);
});

test('a block of code has a language', async () => {
  await openText('<p>one</p>\n<pre><code>let a  = 1;\n</code></pre>');
  const field = page.getByLabelText('Language of the code');
  await field.fill('js');
  await expectHtml('<p>one</p>\n<pre><code class="language-js">let a  = 1;\n</code></pre>');
  await keyboard.press('Enter');
  await expectElement(text).toHaveFocus();
  await expectElement(field).toHaveValue('js');
  await field.fill('');
  await expectHtml('<p>one</p>\n<pre><code>let a  = 1;\n</code></pre>');
});

test('details are written with the keyboard', async () => {
  await openText();
  await insertBlock('Details');
  await keyboard.type('More\nhidden');
  await expectHtml('<details><summary>More</summary><p>hidden</p></details>');
});

test('a note is written with the keyboard', async () => {
  await openText('<p>first</p>');
  await keyboard.press('Enter');
  await insertBlock('Note');
  await keyboard.type('Mind');
  await expectHtml('<p>first</p>\n<aside class="note"><p>Mind</p></aside>');
});

test('footnotes are written with the keyboard', async () => {
  await openText('<p>first</p>\n<p>second</p>');
  await caretAfter('first');
  await tool('Footnote').click();
  await keyboard.type('Source');
  await expectHtml(
    /^<p>first<sup class="footnote-ref"><a href="#fn1" id="fnref1">1<\/a><\/sup><\/p>\n<p>second<\/p>\n<section class="footnotes"><ol>\s+<li id="fn1"><p>Source <a href="#fnref1" aria-label="Back to the text">↩<\/a><\/p><\/li>\s+<\/ol><\/section>$/,
  );
  await caretAfter('second');
  await tool('Footnote').click();
  await keyboard.type('Other');
  await expectHtml(/<li id="fn1">[\s\S]*<li id="fn2"><p>Other /);
});

test('a word that is chosen with two clicks leaves the number behind it', async () => {
  await openText('<p>almanac</p>\n<p>second</p>');
  await caretAfter('almanac');
  await tool('Footnote').click();
  await keyboard.type('Source');
  await text.getByText(/^almanac/).dblClick({ position: { x: 20, y: 10 } });
  await expectElement(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
  await keyboard.type('yearbook');
  await expectHtml(/^<p>yearbook<sup class="footnote-ref"><a href="#fn1" id="fnref1">1</);
});

test('the label of the text leads into it', async () => {
  await openText('<p>one</p>');
  await page.getByText('Content*').click();
  await expectElement(text).toHaveFocus();
});

const NOTES = '<section class="footnotes"><ol>\n  <li id="fn1"><p>See</p></li>\n</ol></section>';

test('writing goes on between a table and the footnotes', async () => {
  await openText(`<p>one</p>\n${TABLE}\n${NOTES}`);
  await caretAfter('c');
  await keyboard.press('ArrowDown');
  await keyboard.type('below');
  await expectHtml(`<p>one</p>\n${TABLE}\n<p>below</p>\n${NOTES}`);
});

test.each([
  ['a rule', '<hr>'],
  ['code', '<pre><code>a</code></pre>'],
])('a click between %s and the footnotes gives a place to write', async (_name, block) => {
  await openText(`<p>one</p>\n${block}\n${NOTES}`);
  const { left, top } = boxOf(text.getByCss('section.footnotes'));
  const at = { bubbles: true, cancelable: true, clientX: left + 5, clientY: top - 2 };
  text.element().dispatchEvent(new MouseEvent('mousedown', at));
  await expectElement(text).toHaveFocus();
  await expectHtml(`<p>one</p>\n${block}\n${NOTES}`);
  await painted();
  await keyboard.type('below');
  await expectHtml(`<p>one</p>\n${block}\n<p>below</p>\n${NOTES}`);
});
