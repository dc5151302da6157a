import type { Locator, Page } from '@playwright/test';
import { expect, nextDialog, test } from './admin-fixtures.ts';
import {
  content,
  copySaved,
  expectNewPost,
  fillIn,
  saveState,
  stopTime,
  title,
} from './editor-form.ts';
import { hold, hydrated, painted } from './fixtures.ts';
import { LONG } from './tags.ts';

test.use({ ownContext: true });

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 667 };

const excerpt = (page: Page) => page.getByLabel('Excerpt*');
const bar = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const view = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'View of the content' }).getByRole('button', { name });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

/** How many lines of the text are in the window and above the bar. */
function visibleLines(page: Page): Promise<number> {
  return content(page).evaluate((field) => {
    const publishing = document.querySelector('section[aria-labelledby="publishing"]');
    const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(field);
    const box = field.getBoundingClientRect();
    const top = box.top + field.clientTop + Number.parseFloat(paddingTop);
    const end = box.bottom - field.clientTop - Number.parseFloat(paddingBottom);
    const barTop = publishing?.getBoundingClientRect().top ?? 0;
    const visible = Math.min(end, barTop, window.innerHeight) - Math.max(top, 0);
    return visible / Number.parseFloat(lineHeight);
  });
}

async function middle(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 };
  return Math.round(y + height / 2);
}

function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

for (const [name, size, lines, height] of [
  ['laptop', LAPTOP, 12, 96],
  ['phone', PHONE, 4, 144],
] as const) {
  test(`opening shows at least ${lines} lines of text on a ${name}`, async ({ page, admin }) => {
    const long = '<p>A paragraph of several words, again and again.</p>\n'.repeat(40);
    const { id } = await admin.createPost({ content: long });
    await page.setViewportSize(size);
    for (const path of ['new', `edit/${id}`]) {
      await page.goto(`/admin/posts/${path}`);
      await expect(content(page)).toBeVisible();
      await expect.poll(() => visibleLines(page), path).toBeGreaterThanOrEqual(lines);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await excess(page)).toBeLessThanOrEqual(0);
    }
  });

  test(`the bar has one row of buttons and moves nothing on a ${name}`, async ({ page, admin }) => {
    const { id } = await admin.createPost();
    await page.setViewportSize(size);
    await page.goto(`/admin/posts/edit/${id}`);
    const state = bar(page).getByRole('status');
    const expectOneRow = async () => {
      const middles = await Promise.all(
        [
          ...['Keep private', 'Unpublish', 'Save as Draft', 'Publish'].map((label) =>
            bar(page).getByRole('button', { name: label, exact: true }),
          ),
        ].map(middle),
      );
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
      // On a phone its last lines are below the window.
      const top = (await bar(page).boundingBox())?.y ?? 0;
      expect(size.height - top).toBeLessThanOrEqual(height);
      // The whole message can be read.
      expect(await state.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
    };
    await expect(state).toHaveText('No private changes.');
    await expectOneRow();
    await stopTime(page);
    await content(page).fill('<p>Changed</p>');
    await expect(state).toHaveText('On this device, not on the server yet.');
    await expectOneRow();
    await page.keyboard.press('Control+s');
    await expect(state).toHaveText(/^Private changes kept at/);
    await expectOneRow();
  });

  test(`messages about a failure are above the row on a ${name}`, LONG, async ({ page, watch }) => {
    watch.expectConsoleError(/507|answered/);
    const detail = 'The server’s disk is full. Nothing was changed.';
    await page.route('**/api/admin/posts', (route) =>
      route.fulfill({ status: 507, contentType: 'application/problem+json', json: { detail } }),
    );
    await page.setViewportSize(size);
    await page.goto('/admin/posts/new');
    await fillIn(page, { title: 'Not saved', content: '<p>Text</p>' });
    const buttons = page.getByRole('button', { name: 'Save as Draft' });
    const before = await middle(buttons);
    const alert = nextDialog(page);
    await buttons.click();
    await alert;
    await expect(page.getByRole('alert')).toBeVisible();
    const row = (await buttons.boundingBox())?.y ?? 0;
    for (const message of [page.getByRole('alert'), bar(page).getByRole('status')]) {
      const box = await message.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(row);
      expect(box?.y).toBeGreaterThan(0);
    }
    expect(await middle(buttons)).toBe(before);
  });
}

test('a phone shows what a save changes', LONG, async ({ page, admin }) => {
  const { id } = await admin.createPost({ published: false });
  await page.setViewportSize(PHONE);
  await page.goto(`/admin/posts/edit/${id}`);
  await expect(page.getByText('Save as Draft changes nothing.')).toBeVisible();
  await page.getByLabel('Publish immediately').check();
  await expect(page.getByText('Save as Draft puts the post online, because')).toBeVisible();
});

test(
  'on a phone the state of saving is above the checks, not over them',
  LONG,
  async ({ page, admin }) => {
    const { id } = await admin.createPost();
    await page.setViewportSize(PHONE);
    await page.goto(`/admin/posts/edit/${id}`);
    await content(page).fill('<p>Other words</p>');
    await expect(copySaved(page)).toBeVisible();
    const checks = await bar(page).locator('summary', { hasText: 'Check' }).boundingBox();
    const state = await saveState(page).boundingBox();
    expect((state?.y ?? 0) + (state?.height ?? 0)).toBeLessThanOrEqual(checks?.y ?? 0);
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

/** In the pane and above the bar. */
async function expectShown(page: Page, text: string): Promise<void> {
  const passage = preview(page).getByText(text, { exact: true });
  await expect(async () => {
    const line = await passage.boundingBox();
    const pane = await preview(page).boundingBox();
    const barTop = (await bar(page).boundingBox())?.y ?? 0;
    if (!line || !pane) throw new Error('The preview is not there');
    expect(line.y).toBeGreaterThanOrEqual(pane.y);
    expect(line.y + line.height).toBeLessThanOrEqual(Math.min(pane.y + pane.height, barTop));
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
    content(page).evaluate(({ selectionStart, scrollTop }: HTMLTextAreaElement) => [
      selectionStart,
      Math.round(scrollTop),
    ]);
  const before = await place();
  await view(page, 'Preview').click();
  await expectShown(page, 'Paragraph 44 says something about the number 308.');
  await expect(view(page, 'Preview')).toBeFocused();
  await view(page, 'HTML').click();
  await expect(content(page)).toBeVisible();
  await expect.poll(place).toEqual(before);
});
