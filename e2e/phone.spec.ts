import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { content, fillIn, PICTURE, title } from './editor-form.ts';
import { hydrated } from './fixtures.ts';
import { PASSWORD } from './sites.ts';
import { ON_A_PHONE } from './tags.ts';

test.use({ loggedIn: false });

test(
  'the main ways of the owner and of a reader work on a phone',
  ON_A_PHONE,
  async ({ page, playwright, baseURL }) => {
    const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const ours = uniqueTitle('On a phone');
    const topic = uniqueTitle('Phones');
    const row = page.getByRole('row', { name: ours });
    let address = '';

    await test.step('log in', async () => {
      await page.goto('/login');
      await expect(page.getByLabel('Username')).toBeFocused();
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Login', exact: true }).tap();
      await expect(page).toHaveURL('/admin');
    });

    await test.step('write and publish', async () => {
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
      await page.getByLabel('Tags').fill(topic);
      await page.getByRole('button', { name: 'Views', exact: true }).tap();
      await page.getByRole('button', { name: 'Preview', exact: true }).tap();
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Words');
      await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport();
      await page.getByRole('button', { name: 'Publish', exact: true }).tap();
      await expect(page).toHaveURL('/admin');
    });

    await test.step('search, filter and read', async () => {
      await page.goto('/blog');
      await hydrated(page);
      const search = page.getByPlaceholder('Search posts...');
      await search.fill(ours.toUpperCase());
      await expect(page.getByRole('article')).toHaveCount(1);
      await search.fill('');
      await page.getByLabel('Topic').selectOption(topic);
      await expect(page.getByRole('article')).toHaveCount(1);
      await page.getByRole('article').getByRole('link', { name: ours }).tap();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(ours);
      address = new URL(page.url()).pathname;
      expect((await visitor.get(address)).status()).toBe(200);
    });

    await test.step('unpublish, edit and delete', async () => {
      await page.getByRole('banner').getByRole('link', { name: 'Admin' }).tap();
      await row.getByRole('button', { name: 'More actions' }).tap();
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
    });
    await visitor.dispose();
  },
);
