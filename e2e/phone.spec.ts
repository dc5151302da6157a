import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { content, fillIn, PICTURE, title } from './editor-form.ts';
import { ON_A_PHONE } from './tags.ts';

test(
  'a post can be written, published and deleted on a phone',
  ON_A_PHONE,
  async ({ page, playwright, baseURL }) => {
    const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const ours = uniqueTitle('On a phone');
    await page.goto('/admin');
    await page.getByRole('link', { name: 'New Post' }).tap();
    await fillIn(page, { title: ours, content: 'Words' });
    await content(page).selectText();
    await page.getByRole('button', { name: 'Bold' }).tap();
    await expect(content(page)).toHaveValue('<strong>Words</strong>');
    await page
      .getByRole('group', { name: 'Featured Image' })
      .locator('input')
      .setInputFiles(PICTURE);
    await page.getByLabel('Image description').fill('A leaf');
    await page.getByRole('button', { name: 'Preview', exact: true }).tap();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Words');
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport();
    await page.getByRole('button', { name: 'Publish', exact: true }).tap();
    await expect(page).toHaveURL('/admin');

    const row = page.getByRole('row', { name: ours });
    await row.getByRole('link', { name: 'View' }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ours);
    const address = new URL(page.url()).pathname;
    expect((await visitor.get(address)).status()).toBe(200);
    await page.goBack();
    await row.getByRole('button', { name: 'Unpublish' }).tap();
    await expect(row).toContainText('Draft');
    expect((await visitor.get(address)).status()).toBe(404);

    await row.getByRole('link', { name: 'Edit' }).tap();
    await title(page).fill(`${ours}, again`);
    await page.getByRole('button', { name: 'Save as Draft' }).tap();
    await expect(page).toHaveURL('/admin');
    const question = nextDialog(page);
    await row.getByRole('button', { name: 'Delete' }).tap();
    expect(await question).toBe('Are you sure you want to delete this post?');
    await expect(row).toHaveCount(0);
    await visitor.dispose();
  },
);
