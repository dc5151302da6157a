import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { EMPTY, listOnly, openDashboard, rowOf, show, titles, typeInto } from './dashboard.ts';
import { EMPTY_SITE } from './sites.ts';
import { LONG } from './tags.ts';

test('the dashboard has its heading, the New Post link and all posts with their actions', async ({
  page,
  admin,
}) => {
  const title = uniqueTitle('Row');
  const post = await admin.createPost({ title: `${title} public` });
  await admin.createPost({ title: `${title} hidden`, published: false });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(page.getByRole('heading', { level: 2, name: 'All Posts' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'All Posts' })).toBeVisible();
  await expect(rowOf(page, `${title} public`)).toBeVisible();
  await page.getByRole('link', { name: 'New Post' }).click();
  await expect(page).toHaveURL('/admin/posts/new');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Post');
  await openDashboard(page, title);
  await expect(titles(page)).toHaveText([`${title} hidden`, `${title} public`]);
  const row = rowOf(page, `${title} public`);
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
  await expect(row.locator('time')).toBeVisible();
  await expect(row.getByRole('link', { name: `Edit “${post.title}”` })).toBeVisible();
  await expect(row.getByRole('link', { name: `View “${post.title}”` })).toHaveAttribute(
    'href',
    `/blog/${post.slug}`,
  );
  await expect(row.getByRole('button', { name: `Delete “${post.title}”` })).toBeVisible();
  await expect(rowOf(page, `${title} hidden`).getByText('Draft', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(`/blog/${post.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
  await page.goBack();
  await row.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  await expect(page.getByLabel('Title*')).toHaveValue(post.title);
});

test.describe('on a blog without posts', () => {
  test.use({ baseURL: EMPTY_SITE });

  test('the dashboard says that there are no posts yet', async ({ page }) => {
    await page.goto('/admin');
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await show(page, 'Trash').click();
    await expect(page.getByText('The trash is empty.')).toBeVisible();
  });
});

test('5,000 posts are rendered in steps, but all are searched', LONG, async ({ page }) => {
  const posts = Array.from({ length: 5000 }, (_, index) => ({
    title: `Number ${index + 1} of many`,
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
  }));
  await listOnly(page, posts);
  await page.goto('/admin');
  await expect(titles(page).first()).toHaveText('Number 1 of many');
  await expect(show(page, 'All')).toHaveText('All 5000');
  const first = await titles(page).count();
  expect(first).toBeGreaterThanOrEqual(50);
  expect(first).toBeLessThanOrEqual(500);
  await titles(page).first().hover();
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 800);
        return titles(page).count();
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(first);
  expect(await titles(page).count()).toBeLessThan(5000);
  const search = page.getByRole('searchbox', { name: 'Search posts' });
  await typeInto(search, 'number 5000');
  await expect(search).toHaveValue('number 5000');
  await expect(titles(page)).toHaveText(['Number 5000 of many']);
  await typeInto(search, '');
  await expect(titles(page).first()).toHaveText('Number 1 of many');
});
