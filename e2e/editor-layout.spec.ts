import type { Locator, Page } from '@playwright/test';
import { expect, nextDialog, test } from './admin-fixtures.ts';
import { content, expectNewPost, fillIn, saveState, title } from './editor-form.ts';
import { DISK_FULL, failForFullDisk, hold, hydrated, painted } from './fixtures.ts';
import { LONG } from './tags.ts';
import { openVisual, text, viewButton } from './visual-text.ts';

test.use({ ownContext: true });

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 667 };

const excerpt = (page: Page) => page.getByLabel('Excerpt*');
const bar = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

/** How many lines of the text are whole in the window, between the bars. */
function wholeLines(page: Page, mode: 'visual' | 'html'): Promise<number> {
  return page.evaluate((isVisual) => {
    const boxes = ['[data-mode] [role="toolbar"]', 'form h1', '[aria-labelledby="publishing"]']
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      .map((element) => element.getBoundingClientRect())
      // In the panel, Publishing is beside the text.
      .filter(({ height, left }) => height > 0 && left < innerWidth / 2);
    const middle = innerHeight / 2;
    const top = Math.max(0, ...boxes.map(({ top, bottom }) => (top < middle ? bottom : 0)));
    const below = boxes.filter((box) => box.top > middle);
    const end = Math.min(innerHeight, ...below.map((box) => box.top));
    const isWhole = (line: { top: number; bottom: number }) =>
      line.top >= top && line.bottom <= end;
    if (isVisual) {
      const text = document.querySelector('[role="textbox"][aria-label="Content"]');
      const lines = [...(text?.querySelectorAll('p, h2') ?? [])].flatMap((block) => {
        const range = document.createRange();
        range.selectNodeContents(block);
        return [...range.getClientRects()];
      });
      return new Set(lines.filter(isWhole).map(({ bottom }) => Math.round(bottom))).size;
    }
    const box = document.querySelector('textarea[rows="12"]');
    if (!box) return 0;
    const height = Number.parseFloat(getComputedStyle(box).lineHeight);
    const first = box.getBoundingClientRect().top;
    const count = Math.floor(box.scrollHeight / height);
    return Array.from({ length: count }, (_, n) => first + n * height).filter((line) =>
      isWhole({ top: line, bottom: line + height }),
    ).length;
  }, mode === 'visual');
}

async function middle(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 };
  return Math.round(y + height / 2);
}

function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

const SENTENCE =
  'The tide came in slowly over the flat sand, and nobody on the pier saw it, because they looked up. ';
const LONG_POST = Array.from({ length: 20 }, () => `<p>${SENTENCE.repeat(5)}</p>`).join('\n');

for (const [name, size, lines, top] of [
  ['laptop', LAPTOP, 14, 48],
  ['phone', PHONE, 9, 44],
] as const) {
  test(`opening shows at least ${lines} whole lines of text on a ${name}`, async ({
    page,
    admin,
  }) => {
    const { id } = await admin.createPost({ content: LONG_POST, excerpt: 'An excerpt.' });
    await page.setViewportSize(size);
    for (const mode of ['html', 'visual'] as const) {
      const path = `/admin/posts/edit/${id}`;
      if (mode === 'visual') await openVisual(page, path);
      else await page.goto(path);
      await expect(mode === 'visual' ? text(page) : content(page)).toBeVisible();
      await expect.poll(() => wholeLines(page, mode), mode).toBeGreaterThanOrEqual(lines);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await excess(page)).toBeLessThanOrEqual(0);
      await page.mouse.wheel(0, 400);
      const line = page.locator('form > div').first();
      await expect.poll(async () => (await line.boundingBox())?.y).toBe(0);
      expect((await line.boundingBox())?.height).toBe(top);
      await expect
        .poll(() => wholeLines(page, mode), `${mode}, scrolled`)
        .toBeGreaterThanOrEqual(16);
      await expect(page.getByLabel('Publish immediately')).toBeInViewport({ ratio: 1 });
      // The browser would restore the place.
      await page.mouse.wheel(0, -2000);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    }
  });

  test(`what is typed moves nothing in Publishing on a ${name}`, async ({ page, admin }) => {
    const { id } = await admin.createPost();
    await page.setViewportSize(size);
    await page.goto(`/admin/posts/edit/${id}`);
    const places = () =>
      Promise.all(
        ['Save as Draft', 'Publish'].map((label) =>
          bar(page).getByRole('button', { name: label, exact: true }).boundingBox(),
        ),
      );
    const before = await places();
    expect(before[0]?.y).toBe(before[1]?.y);
    await content(page).fill('<p>Changed</p>');
    await page.keyboard.press('Control+s');
    await expect(saveState(page)).toHaveText(/private changes/);
    expect(await places()).toEqual(before);
  });

  test(
    `messages about a failure are below the line at the top on a ${name}`,
    LONG,
    async ({ page, watch }) => {
      watch.expectConsoleError(/507|answered/);
      await failForFullDisk(page, 'admin/posts');
      await page.setViewportSize(size);
      await page.goto('/admin/posts/new');
      await fillIn(page, { title: 'Not saved', content: '<p>Text</p>' });
      const buttons = page.getByRole('button', { name: 'Save as Draft' });
      const before = await middle(buttons);
      const alert = nextDialog(page);
      await buttons.click();
      await alert;
      const message = page.getByRole('alert').filter({ hasText: DISK_FULL });
      await expect(message).toBeInViewport({ ratio: 1 });
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect((await message.boundingBox())?.y).toBeGreaterThan(
        (heading?.y ?? 0) + (heading?.height ?? 0) - 1,
      );
      expect(await middle(buttons)).toBe(before);
    },
  );
}

test(
  'on a phone the views are behind one button, the tools above the keyboard, and Publishing unfolds',
  LONG,
  async ({ page, admin }) => {
    const { id } = await admin.createPost({ content: LONG_POST });
    await page.setViewportSize(PHONE);
    await page.goto(`/admin/posts/edit/${id}`);
    const tools = page.getByRole('toolbar', { name: 'Formatting' });
    await expect(content(page)).toBeVisible();
    await expect(tools).toBeHidden();
    await content(page).focus();
    await expect(tools).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(preview(page)).toBeVisible();
    await expect(tools).toBeHidden();
    const unpublish = bar(page).getByRole('button', { name: 'Unpublish' });
    await expect(unpublish).toBeHidden();
    await page.getByRole('button', { name: 'More publishing actions' }).click();
    await expect(unpublish).toBeInViewport({ ratio: 1 });
  },
);

test('the header is compact on admin pages only', async ({ page, watch }) => {
  // The logout may overtake calls of the dashboard.
  watch.expectConsoleError(/401/);
  const height = async () => (await page.getByRole('banner').boundingBox())?.height ?? 0;
  await page.setViewportSize(LAPTOP);
  await page.goto('/admin');
  await expect.poll(height).toBeLessThanOrEqual(44);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/About/);
  await expect.poll(height).toBeGreaterThan(56);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect.poll(height).toBeLessThanOrEqual(44);
  // Nothing moves when a session ends.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  expect(await height()).toBeLessThanOrEqual(44);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  expect(await height()).toBeGreaterThan(56);
});

test('a new post is written from top to bottom without Tab', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await page.goto('/admin');
  await hydrated(page);
  await page.getByRole('link', { name: 'New Post' }).click();
  await expect(title(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.type('A title');
  await page.keyboard.press('Enter');
  await expect(excerpt(page)).toBeFocused();
  await page.keyboard.type('First line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  await page.keyboard.press('Enter');
  await expect(content(page)).toBeFocused();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await expect(title(page)).toHaveValue('A title');
  await expect(excerpt(page)).toHaveValue('First line\nsecond line');
  await expect(content(page)).toHaveValue('One\ntwo');
  await expectNewPost(page);
});

test('a focus that was moved while the editor was loading stays', async ({ page }) => {
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/admin/posts/new', { waitUntil: 'commit' });
  const link = page.getByRole('banner').getByRole('link', { name: 'Contact' });
  await link.focus();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Post');
  await painted(page);
  await expect(link).toBeFocused();
});

const PARAGRAPHS = Array.from(
  { length: 60 },
  (_, n) => `<p>Paragraph ${n} says something about the number ${n * 7}.</p>`,
);
const LONG_TEXT = PARAGRAPHS.join('\n');

async function setCaret(page: Page, after: string): Promise<void> {
  await content(page).evaluate((field: HTMLTextAreaElement, text) => {
    field.focus({ preventScroll: true });
    const caret = field.value.indexOf(text) + text.length;
    field.setSelectionRange(caret, caret);
  }, after);
}

/** In the pane and in the window. */
async function expectShown(page: Page, text: string): Promise<void> {
  const passage = preview(page).getByText(text, { exact: true });
  await expect(async () => {
    const line = await passage.boundingBox();
    const pane = await preview(page).boundingBox();
    if (!line || !pane) throw new Error('The preview is not there');
    expect(line.y).toBeGreaterThanOrEqual(pane.y);
    expect(line.y + line.height).toBeLessThanOrEqual(Math.min(pane.y + pane.height, LAPTOP.height));
  }).toPass();
}

test('the preview opens at the caret, and the text is where it was', async ({ page, admin }) => {
  const { id } = await admin.createPost({ content: LONG_TEXT });
  await page.setViewportSize(LAPTOP);
  await page.goto(`/admin/posts/edit/${id}`);
  await setCaret(page, 'Paragraph 44 says');
  await painted(page);
  await painted(page);
  const place = () =>
    content(page).evaluate(({ selectionStart, scrollTop }: HTMLTextAreaElement) => ({
      selectionStart,
      scrollTop,
    }));
  const before = await place();
  await viewButton(page, 'Preview').click();
  await expectShown(page, 'Paragraph 44 says something about the number 308.');
  await expect(viewButton(page, 'Preview')).toBeFocused();
  await viewButton(page, 'HTML').click();
  await expect(content(page)).toBeVisible();
  expect((await place()).selectionStart).toBe(before.selectionStart);
  // The browser rounds it.
  await expect
    .poll(async () => Math.abs((await place()).scrollTop - before.scrollTop))
    .toBeLessThanOrEqual(1);
});
