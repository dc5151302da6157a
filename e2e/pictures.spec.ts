import type { Page } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { fillIn, PICTURE } from './editor-form.ts';

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
