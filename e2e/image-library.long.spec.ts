import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { fillIn } from './editor-form.ts';
import { failApi, violations, violationsInThemes } from './fixtures.ts';

type Site = { api: import('@playwright/test').APIRequestContext };

function featured(page: Page) {
  return page.getByRole('group', { name: 'Featured Image' });
}

function library(page: Page) {
  return page.getByRole('dialog', { name: 'Choose an image' });
}

/** A picture that no other test has: its size is in its name. */
async function upload({ api }: Site, width: number): Promise<string> {
  const background = { r: Math.floor(Math.random() * 256), g: width % 256, b: 90 };
  const buffer = await sharp({ create: { width, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const file = { name: 'a.png', mimeType: 'image/png', buffer };
  const response = await api.post('/api/admin/upload-image', { multipart: { file } });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).url;
}

async function openLibrary(page: Page): Promise<void> {
  await featured(page).getByRole('button', { name: 'Choose from library' }).click();
  await expect(library(page).getByRole('listitem').first()).toBeVisible();
}

test('an image of another post is chosen as the featured image', async ({ page, admin }) => {
  const url = await upload(admin, 480);
  const other = await admin.createPost({ title: uniqueTitle('Other'), featured_image: url });
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: uniqueTitle(), content: '<p>Text</p>' });
  await openLibrary(page);
  const entry = library(page).getByRole('button', { name: `Used in “${other.title}”` });
  await expect(entry).toContainText('480 × 300');
  await expect(entry.locator('img')).toHaveJSProperty('naturalWidth', 320);
  expect(await violations(page, 'image library')).toEqual([]);
  await entry.click();
  await expect(library(page)).toBeHidden();
  await expect(featured(page).getByRole('img')).toHaveAttribute('src', url);
  await expect(featured(page).getByLabel('Image description')).toHaveValue('');
  await expect(featured(page)).toBeFocused();
  const sent = page.waitForRequest('**/api/admin/posts');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  expect((await sent).postDataJSON().featured_image).toBe(url);
});

test('the keyboard alone finds an image, and leaves without one', async ({ page, admin }) => {
  for (const width of [500, 501, 502]) await upload(admin, width);
  await page.goto('/admin/posts/new');
  const toggle = featured(page).getByRole('button', { name: 'Choose from library' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  const entries = library(page).getByRole('listitem').getByRole('button');
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(entries.last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(library(page)).toBeHidden();
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(featured(page).getByRole('img')).toHaveAttribute('src', /^\/uploads\//);
});

/** A page of images that do not exist; the pictures are served by the test. */
async function fakePages(page: Page, count: number): Promise<void> {
  const picture = await sharp({
    create: { width: 30, height: 20, channels: 3, background: '#a0392b' },
  })
    .png()
    .toBuffer();
  await page.route('**/uploads/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  );
  await page.route('**/api/admin/images*', (route) => {
    const isFirst = !new URL(route.request().url()).searchParams.has('before');
    const images = Array.from({ length: count }, (_, n) => ({
      url: `/uploads/${(isFirst ? n : n + count).toString(16).padStart(32, '0')}-300x200-123.png`,
      ...{ width: 300, height: 200, bytes: 1, uploaded_at: '2026-01-01T00:00:00.000Z' },
      used_in: n === 0 ? [] : [{ id: 'x', title: `Post ${n}`, published: n % 2 === 0 }],
    }));
    return route.fulfill({ json: { images, next: isFirst && count > 0 ? 'more' : null } });
  });
}

test('more images follow, in light and dark', async ({ page }) => {
  await fakePages(page, 7);
  await page.goto('/admin/posts/new');
  await openLibrary(page);
  const entries = library(page).getByRole('listitem').getByRole('button');
  await expect(entries.first()).toHaveAccessibleName(/^Not used/);
  await expect(entries.nth(1)).toHaveAccessibleName(/^Used in “Post 1” \(draft\)/);
  await library(page).getByRole('button', { name: 'Show more' }).click();
  await expect(entries).toHaveCount(14);
  await expect(entries.nth(7)).toBeFocused();
  await expect(library(page).getByRole('button', { name: 'Show more' })).toHaveCount(0);
  expect(await violationsInThemes(page, 'image library')).toEqual([]);
  await library(page).getByRole('button', { name: 'Close' }).click();
  await expect(library(page)).toBeHidden();
});

test('a library without images says so', async ({ page }) => {
  await fakePages(page, 0);
  await page.goto('/admin/posts/new');
  await featured(page).getByRole('button', { name: 'Choose from library' }).click();
  await expect(library(page)).toContainText('No images yet.');
});

test('a list that cannot be loaded says so, and is tried again', async ({ page, watch }) => {
  watch.expectConsoleError(/500/);
  await failApi(page, 'admin/images');
  await page.goto('/admin/posts/new');
  await featured(page).getByRole('button', { name: 'Choose from library' }).click();
  await expect(library(page).getByRole('alert')).toContainText('could not be loaded');
  await fakePages(page, 1);
  await library(page).getByRole('button', { name: 'Try again' }).click();
  await expect(library(page).getByRole('listitem')).toHaveCount(1);
});
