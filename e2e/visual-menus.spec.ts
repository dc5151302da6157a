import type { Locator, Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { expectNewPost } from './editor-form.ts';
import { painted, violations } from './fixtures.ts';
import { ON_A_PHONE, ONCE } from './tags.ts';
import {
  expectHtml,
  focusText,
  openText as open,
  openVisual,
  selectBack,
  text,
  toEnd,
} from './visual-text.ts';

function menu(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Blocks' });
}

function bubble(page: Page): Locator {
  return page.getByRole('toolbar', { name: 'Selection' });
}

async function selectWord(page: Page, word: string): Promise<void> {
  await toEnd(page);
  await selectBack(page, word.length);
}

async function expectInWindow(page: Page, floating: Locator): Promise<void> {
  const box = await floating.boundingBox();
  const size = page.viewportSize();
  if (!box || !size) throw new Error('Nothing is shown');
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(size.width);
  expect(box.y + box.height).toBeLessThanOrEqual(size.height);
}

test('the menu of blocks works by the keyboard alone', async ({ page }) => {
  await open(page);
  await page.keyboard.type('/');
  await expect(menu(page)).toBeVisible();
  await expectInWindow(page, menu(page));
  const active = menu(page).getByRole('option', { selected: true });
  await expect(active).toHaveText('Heading 2');
  await expect(text(page)).toHaveAttribute('aria-controls', 'block-menu');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText('Heading 3');
  const id = await active.getAttribute('id');
  await expect(text(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveText('Video');
  await expect(active).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('ta');
  await expect(menu(page).getByRole('option')).toHaveText(['Table']);
  await page.keyboard.press('Enter');
  await expect(menu(page)).toHaveCount(0);
  await expect(text(page)).not.toHaveAttribute('aria-controls');
  // One letter: a pause between two would make a second step of undo.
  await page.keyboard.type('N');
  await expect(text(page).getByRole('columnheader', { name: 'N' })).toBeVisible();
  await expectHtml(page, /^<table>[^/]*<th scope="col">N<\/th>/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expectHtml(page, '<p>/ta</p>');
  await expect(menu(page)).toHaveCount(0);
});

test('Escape closes the menu of blocks and leaves the text', ONCE, async ({ page }) => {
  await open(page, '<p>one</p>');
  await page.keyboard.type(' /h2');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.type(' two');
  await expectHtml(page, '<p>one /h2 two</p>');
  await page.keyboard.type(' / three /nothing');
  await expect(menu(page)).toHaveCount(0);
  await expect(text(page)).toBeFocused();
});

test('a click chooses a block, and the text keeps the focus', async ({ page }) => {
  await open(page, '<p>one</p>');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await menu(page).getByRole('option', { name: 'Bullet list' }).click();
  await expect(text(page)).toBeFocused();
  await page.keyboard.type('two');
  await expectHtml(page, /<li>two<\/li>/);
  await page.keyboard.type(' /');
  await expect(menu(page)).toBeVisible();
  await page.getByLabel('Title*', { exact: true }).focus();
  await expect(menu(page)).toHaveCount(0);
});

test('the menu of blocks is in the window at the end of a long text', async ({ page, admin }) => {
  const { id } = await admin.createPost({ content: '<p>one</p>\n'.repeat(40) });
  await openVisual(page, `/admin/posts/edit/${id}`);
  await focusText(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await expectInWindow(page, menu(page));
});

test('the bubble makes text bold and plain again', async ({ page }) => {
  await open(page, '<p>one two</p>');
  await expect(bubble(page)).toHaveCount(0);
  await selectWord(page, 'two');
  const bold = bubble(page).getByRole('button', { name: 'Bold' });
  await expect(bold).toHaveAttribute('aria-pressed', 'false');
  await expectInWindow(page, bubble(page));
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await expectHtml(page, '<p>one <strong>two</strong></p>');
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'false');
  await expectHtml(page, '<p>one two</p>');
  await page.keyboard.press('Escape');
  await expect(bubble(page)).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(bubble(page)).toBeVisible();
  await page.keyboard.type('x');
  await expect(bubble(page)).toHaveCount(0);
  await expectHtml(page, '<p>onex</p>');
});

test('the bubble waits for the end of a selection by pointer', ONCE, async ({ page }) => {
  await open(page, '<p>one two three</p>');
  const box = await text(page).getByText('one two three').boundingBox();
  if (!box) throw new Error('There is no text');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, y, { steps: 4 });
  await painted(page);
  await expect(bubble(page)).toHaveCount(0);
  await page.mouse.up();
  await expect(bubble(page)).toBeVisible();
  await page.getByLabel('Title*', { exact: true }).focus();
  await expect(bubble(page)).toHaveCount(0);
});

test('the bubble is below the selection on a touch screen', ON_A_PHONE, async ({ page }) => {
  await open(page, '<p>one two</p>');
  await selectWord(page, 'two');
  const tools = await bubble(page).boundingBox();
  const words = await text(page).getByText('one two').boundingBox();
  expect(tools?.y).toBeGreaterThan((words?.y ?? 0) + (words?.height ?? 0) - 4);
  for (const button of await bubble(page).getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test('a link gets its scheme, can be changed, and is removed', async ({ page }) => {
  await open(page, '<p>one two</p>');
  await selectWord(page, 'two');
  await page.keyboard.press('Control+k');
  const field = page.getByLabel('Link address');
  await expect(field).toBeFocused();
  await expectInWindow(page, page.getByRole('dialog', { name: 'Link' }));
  await page.keyboard.type('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'javascript' })).toHaveText(
    /A link cannot lead to a “javascript:” address/,
  );
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await field.fill('example.org/page');
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(text(page)).toBeFocused();
  await expectHtml(page, '<p>one <a href="https://example.org/page">two</a></p>');
  await expectNewPost(page);

  await text(page).getByRole('link', { name: 'two' }).click();
  const bar = page.getByRole('toolbar', { name: 'Link' });
  await expect(bar).toContainText('https://example.org/page');
  await expect(bar.getByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    'https://example.org/page',
  );
  await expectInWindow(page, bar);
  await bar.getByRole('button', { name: 'Edit' }).click();
  await expect(field).toHaveValue('https://example.org/page');
  await field.fill('/about');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectHtml(page, '<p>one <a href="/about">two</a></p>');

  await text(page).getByRole('link', { name: 'two' }).click();
  await bar.getByRole('button', { name: 'Remove' }).click();
  await expect(bar).toHaveCount(0);
  await expectHtml(page, '<p>one two</p>');
  await expect(text(page)).toBeFocused();
});

test('Escape leaves the field of a link, and the selection stays', ONCE, async ({ page }) => {
  await open(page, '<p>one two</p>');
  await selectWord(page, 'two');
  await bubble(page).getByRole('button', { name: 'Link' }).click();
  await page.getByLabel('Link address').fill('example.org');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Link address')).toHaveCount(0);
  await expectHtml(page, '<p>one two</p>');
  await page.keyboard.type('x');
  await expectHtml(page, '<p>one x</p>');
});

test(
  'the toolbar’s Link opens the field, and the address becomes the text',
  ONCE,
  async ({ page }) => {
    await open(page);
    const tools = page.getByRole('toolbar', { name: 'Formatting' });
    await tools.getByRole('button', { name: 'Link' }).click();
    await page.getByLabel('Link address').fill('example.org');
    await page.keyboard.press('Enter');
    await expectHtml(page, '<p><a href="https://example.org">example.org</a></p>');
    await page.keyboard.type(' and more');
    await expectHtml(page, /<\/a> and more<\/p>$/);
  },
);

test('Ctrl and a click open a link in a new tab', ONCE, async ({ page, context }) => {
  await open(page, '<p>one <a href="/about">two</a> three</p>');
  const opened = context.waitForEvent('page');
  await text(page)
    .getByRole('link', { name: 'two' })
    .click({ modifiers: ['Control'] });
  await expect(await opened).toHaveURL(/\/about$/);
  await expectNewPost(page);
});

test('the toolbar’s shortcuts work in the text', ONCE, async ({ page }) => {
  await open(page, '<p>two</p>');
  for (const [keys, html] of [
    ['Control+b', '<p><strong>two</strong></p>'],
    ['Control+i', '<p><em>two</em></p>'],
    ['Control+Shift+x', '<p><s>two</s></p>'],
    ['Control+Alt+Digit2', '<h2>two</h2>'],
    ['Control+Alt+Digit3', '<h3>two</h3>'],
    ['Control+Shift+Digit8', '<ul>\n  <li>two</li>\n</ul>'],
    ['Control+Shift+Digit7', '<ol>\n  <li>two</li>\n</ol>'],
  ] as const) {
    await selectWord(page, 'two');
    await page.keyboard.press(keys);
    await expectHtml(page, html);
    await page.keyboard.press('Control+z');
    await expectHtml(page, '<p>two</p>');
  }
  const bold = page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Bold' });
  await expect(bold).not.toHaveAttribute('aria-pressed');
  await page.keyboard.press('Control+b');
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
});

test('a video is embedded by the address of its page', async ({ page }) => {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Video</title>' }),
  );
  await open(page);
  await page.keyboard.type('/vid');
  await page.keyboard.press('Tab');
  const field = page.getByLabel('Video address');
  await expect(field).toBeFocused();
  await page.keyboard.type('https://example.org/video');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'video' })).toContainText(
    'youtube.com, youtu.be or vimeo.com',
  );
  await expectInWindow(page, page.getByRole('dialog', { name: 'Video' }));
  await field.fill('https://youtu.be/dQw4w9WgXcQ?t=30');
  await page.keyboard.press('Enter');
  await expectHtml(
    page,
    /src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?start=30"/,
  );
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expectHtml(page, '<p>/vid</p>');
});

test('axe finds nothing in the menu, the bubble and the fields', async ({ page }) => {
  await open(page, '<p>one <a href="/about">two</a></p>');
  await page.keyboard.type(' /');
  await expect(menu(page)).toBeVisible();
  const found = await violations(page, 'menu');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(bubble(page)).toBeVisible();
  found.push(...(await violations(page, 'bubble')));
  await text(page).getByRole('link', { name: 'two' }).click();
  await expect(page.getByRole('toolbar', { name: 'Link' })).toBeVisible();
  found.push(...(await violations(page, 'link')));
  await page.keyboard.press('Control+k');
  await page.getByLabel('Link address').fill('javascript:');
  await page.keyboard.press('Enter');
  found.push(...(await violations(page, 'field')));
  expect(found).toEqual([]);
});
