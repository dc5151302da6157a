import type { Page } from '@playwright/test';
import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { content, fillIn, PICTURE, title } from './editor-form.ts';
import { dispatchFile, IMG, picture } from './file-events.ts';
import { holdApi } from './fixtures.ts';

const UPLOADED = /^\/uploads\/[\w-]+-300x200-\d{3}\.webp$/;

function featured(page: Page) {
  return page.getByRole('group', { name: 'Featured Image' });
}

test('a file is uploaded, shown, described, saved, and can be removed', async ({ page, admin }) => {
  const ours = uniqueTitle();
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: ours, content: '<p>Text</p>' });
  const input = featured(page).locator('input[type=file]');
  await expect(input).toHaveAttribute('accept', 'image/*');
  await input.setInputFiles(PICTURE);
  const shown = featured(page).getByRole('img');
  await expect(shown).toHaveAttribute('src', UPLOADED);
  await featured(page).getByLabel('Image description').fill('A leaf as a clock');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  const all: { title: string; id: string; featured_image: string; featured_image_alt: string }[] =
    await (await admin.api.get('/api/admin/posts')).json();
  const saved = all.find((post) => post.title === ours);
  expect(saved?.featured_image).toMatch(UPLOADED);
  expect(saved?.featured_image_alt).toBe('A leaf as a clock');

  await page.goto(`/admin/posts/edit/${saved?.id}`);
  await featured(page).getByRole('button', { name: 'Remove Image' }).click();
  await expect(featured(page).getByRole('img')).toHaveCount(0);
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/api/admin/posts/'),
  );
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  expect((await sent).postDataJSON().featured_image).toBeNull();
});

test('an image URL is added and shown', async ({ page }) => {
  await page.route('https://example.com/**', (route) => route.fulfill({ path: PICTURE }));
  await page.goto('/admin/posts/new');
  await featured(page).getByRole('button', { name: 'Use URL' }).click();
  const add = featured(page).getByRole('button', { name: 'Add' });
  await expect(add).toBeDisabled();
  await featured(page).getByLabel('Image URL').fill('   ');
  await expect(add).toBeDisabled();
  await featured(page).getByLabel('Image URL').fill(' https://EXAMPLE.com/leaf.webp ');
  const release = await holdApi(page, 'admin/save-image-url');
  await add.click();
  await expect(featured(page).getByRole('button', { name: 'Adding...' })).toBeDisabled();
  release();
  await expect(featured(page).getByRole('img')).toHaveAttribute(
    'src',
    'https://example.com/leaf.webp',
  );
  await page.getByRole('button', { name: 'Remove Image' }).click();
  await expect(featured(page).getByRole('img')).toHaveCount(0);
});

test('an unusable image URL shows an alert, and nothing else changes', async ({ page, watch }) => {
  watch.expectConsoleError(/400|answered/);
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: 'Untouched', content: '<p>Text</p>' });
  await featured(page).getByRole('button', { name: 'Use URL' }).click();
  await featured(page).getByLabel('Image URL').fill('ftp://example.com/leaf.webp');
  const alert = nextDialog(page);
  await featured(page).getByRole('button', { name: 'Add' }).click();
  expect(await alert).toBe('Failed to save image URL. Please check the URL and try again.');
  await expect(featured(page).getByLabel('Image URL')).toHaveValue('ftp://example.com/leaf.webp');
  await expect(content(page)).toHaveValue('<p>Text</p>');
});

test('a failed upload shows an alert, and nothing else changes', async ({ page, watch }) => {
  watch.expectConsoleError(/415|answered/);
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: 'Untouched', content: '<p>Text</p>' });
  const alert = nextDialog(page);
  await featured(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'fake.png',
      mimeType: 'image/png',
      buffer: Buffer.from('this is no image'),
    });
  expect(await alert).toBe('Failed to upload image. Please try again.');
  await expect(content(page)).toHaveValue('<p>Text</p>');
  await expect(featured(page).getByRole('img')).toHaveCount(0);
});

test('a file that is too large or no image is refused before the upload', async ({
  page,
  watch,
}) => {
  await page.goto('/admin/posts/new');
  const input = featured(page).locator('input[type=file]');
  await input.setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(15 * 1024 * 1024 + 1),
  });
  await expect(featured(page).getByRole('alert')).toContainText(
    '“large.png” is too large: 15.0 MB',
  );
  await input.setInputFiles({
    name: 'text.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('x'),
  });
  await expect(featured(page).getByRole('alert')).toContainText('is not an image that can be used');
  expect(watch.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('the progress of an upload is shown, and saving waits for it', async ({ page }) => {
  await page.goto('/admin/posts/new');
  const release = await holdApi(page, 'admin/upload-image');
  await featured(page).locator('input[type=file]').setInputFiles(PICTURE);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeDisabled();
  await expect(page.getByText('An image is being uploaded; saving waits for it.')).toBeVisible();
  release();
  await expect(featured(page).getByRole('img')).toHaveAttribute('src', UPLOADED);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

for (const way of ['drop', 'paste'] as const) {
  test(`${way} on the field sets the featured image`, async ({ page }) => {
    await page.goto('/admin/posts/new');
    await expect(featured(page)).toBeVisible();
    await dispatchFile(page, 'fieldset input[type=file]', way, picture);
    await expect(featured(page).getByRole('img')).toHaveAttribute('src', UPLOADED);
  });

  test(`${way} on the text inserts the image there`, async ({ page }) => {
    await page.goto('/admin/posts/new');
    await content(page).fill('before after');
    await content(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 7));
    await dispatchFile(page, 'textarea[rows="12"]', way, picture);
    await expect(content(page)).toHaveValue(new RegExp(`^before \\n${IMG}\\nafter$`));
  });
}

test('an uploaded image is inserted at its position, wherever the caret is then', async ({
  page,
}) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('before after');
  await content(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 7));
  let release = await holdApi(page, 'admin/upload-image');
  await dispatchFile(page, 'textarea[rows="12"]', 'drop', picture);
  await expect(content(page)).toHaveValue(/^before \n<!-- Uploading leaf\.webp … \w+ -->\nafter$/);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await title(page).fill('A title');
  release();
  await expect(content(page)).toHaveValue(new RegExp(`^before \\n${IMG}\\nafter$`));
  await expect(title(page)).toHaveValue('A title');

  await page.unrouteAll();
  release = await holdApi(page, 'admin/upload-image');
  await page.getByRole('button', { name: 'Write' }).click();
  await content(page).focus();
  await dispatchFile(page, 'textarea[rows="12"]', 'paste', picture);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(', and ');
  release();
  await expect(content(page)).toHaveValue(new RegExp(`^before \\n${IMG}\\n${IMG}\\nafter, and $`));
  await page.keyboard.type('more');
  await expect(content(page)).toHaveValue(/, and more$/);
});

test('another image clears the description', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await featured(page).locator('input[type=file]').setInputFiles(PICTURE);
  await featured(page).getByLabel('Image description').fill('A leaf');
  await dispatchFile(page, 'fieldset img', 'drop', picture);
  await expect(featured(page).getByLabel('Image description')).toHaveValue('');
});

test('a failed upload leaves the text as it was', async ({ page, watch }) => {
  watch.expectConsoleError(/415|answered/);
  await page.goto('/admin/posts/new');
  await content(page).fill('before after');
  const alert = nextDialog(page);
  await dispatchFile(page, 'textarea[rows="12"]', 'drop', { ...picture, bytes: btoa('no image') });
  expect(await alert).toBe('Failed to upload image. Please try again.');
  await expect(content(page)).toHaveValue('before after');
});

test('a file dropped beside the fields does not replace the page', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('text');
  await dispatchFile(page, 'h1', 'drop', picture);
  await expect(content(page)).toHaveValue(/<img src="\/uploads\//);
  await expect(page).toHaveURL(/\/admin\/posts\/new/);
});
