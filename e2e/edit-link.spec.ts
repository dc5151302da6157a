import { expect, test } from './admin-fixtures.ts';
import { hydrated } from './fixtures.ts';
import { ON_A_PHONE_TOO } from './tags.ts';

test(
  'the owner can edit a post from its public page',
  ON_A_PHONE_TOO,
  async ({ page, admin, baseURL }) => {
    const { id, slug } = await admin.createPost();
    const html = await (await fetch(`${baseURL}/blog/${slug}`)).text();
    expect(html).not.toContain('/admin/posts/edit');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await page.goto(`/blog/${slug}`);
    const edit = page.getByRole('article').getByRole('link', { name: 'Edit', exact: true });
    await expect(edit).toBeVisible();
    expect(scripts.filter((script) => /editor|admin/.test(script))).toEqual([]);
    const { height = 0 } = (await edit.boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(44);
    await edit.click();
    await expect(page).toHaveURL(`/admin/posts/edit/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Post');
  },
);

test.describe('a visitor', () => {
  test.use({ loggedIn: false });

  test('is not offered to edit a post', async ({ page, admin }) => {
    const { slug } = await admin.createPost();
    await page.goto(`/blog/${slug}`);
    await hydrated(page);
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
  });
});
