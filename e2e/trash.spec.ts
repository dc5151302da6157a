import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { openDashboard, rowOf, show } from './dashboard.ts';
import { failApi, holdApi, painted } from './fixtures.ts';
import { LONG } from './tags.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const CONTENT = '<h2>A part</h2><p>Deleted <b>words</b></p><script>1</script>';

type Admin = Parameters<Parameters<typeof test>[2]>[0]['admin'];

async function trashPost(admin: Admin, fields: Record<string, unknown> = {}) {
  const title = uniqueTitle('Thrown away');
  const post = await admin.createPost({
    title,
    content: CONTENT,
    tags: ['Trash topic'],
    ...fields,
  });
  expect((await admin.api.delete(`/api/admin/posts/${post.id}`)).status()).toBe(204);
  return post;
}

const questionOf = (title: string) => `Delete “${title}” for good? This cannot be undone.`;

test('a post in the trash can be read as it looked, and the way back leads to the trash', async ({
  page,
  admin,
}) => {
  const { id, title } = await trashPost(admin, { featured_image: '/icon-512.png' });
  await openDashboard(page, title);
  await show(page, 'Trash').click();
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(`/admin/trash/${id}`);
  const article = page.getByRole('article');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deleted post');
  await expect(article.getByRole('heading', { level: 2 }).first()).toHaveText(title);
  await expect(article.getByRole('heading', { level: 2 }).nth(1)).toContainText('A part');
  await expect(article.getByText('An excerpt')).toBeVisible();
  await expect(article.locator('header img')).toBeVisible();
  await expect(article.locator('b')).toHaveText('words');
  await expect(article.locator('script')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText(
    /^In the trash since .+ UTC, and kept there until .+\. It was published\.$/,
  );
  await page.getByRole('link', { name: 'Back to Trash' }).click();
  await expect(page).toHaveURL(/\/admin\?.*show=trash/);
  await expect(rowOf(page, title)).toBeVisible();
});

test('Restore on the page of a deleted post brings it back', async ({ page, admin, request }) => {
  const { id, slug, title } = await trashPost(admin);
  await page.goto(`/admin/trash/${id}`);
  await expect(page.getByText('Deleted words')).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('status')).toHaveText(`Restored “${title}”.`);
  await expect(page.getByRole('status')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Delete for good' })).toHaveCount(0);
  expect((await request.get(`/blog/${slug}`)).status()).toBe(200);
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(`/admin/posts/edit/${id}`);
  await expect(page.getByLabel('Title*')).toHaveValue(title);
});

test('Delete for good asks first, and cannot be undone', async ({ page, admin }) => {
  const { id, title } = await trashPost(admin, { published: false });
  await page.goto(`/admin/trash/${id}`);
  await expect(page.getByText('Deleted words')).toBeVisible();
  const button = page.getByRole('button', { name: 'Delete for good' });
  const refused = nextDialog(page, 'dismiss');
  await button.click();
  expect(await refused).toBe(questionOf(title));
  await expect(page.getByRole('status')).toContainText('It was a draft.');
  expect((await admin.api.get(`/api/admin/trash/${id}`)).status()).toBe(200);
  const accepted = nextDialog(page);
  await button.click();
  await accepted;
  await expect(page.getByText(`“${title}” was deleted for good.`)).toBeVisible();
  expect((await admin.api.get(`/api/admin/trash/${id}`)).status()).toBe(404);
  await page.getByRole('link', { name: 'Back to Trash' }).click();
  await expect(page).toHaveURL('/admin?show=trash');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(rowOf(page, title)).toHaveCount(0);
});

test('a row of the trash has Delete for good', async ({ page, admin }) => {
  const { id, title } = await trashPost(admin);
  await openDashboard(page, title);
  await show(page, 'Trash').click();
  const question = nextDialog(page);
  await rowOf(page, title).getByRole('button', { name: 'Delete for good' }).click();
  expect(await question).toBe(questionOf(title));
  await expect(page.getByRole('status')).toHaveText(`“${title}” was deleted for good.`);
  await expect(rowOf(page, title)).toHaveCount(0);
  expect((await admin.api.get(`/api/admin/trash/${id}`)).status()).toBe(404);
});

test(
  'what another tab has restored is no longer in the trash',
  LONG,
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/status of 404/);
    const { id, title } = await trashPost(admin);
    await page.goto(`/admin/trash/${id}`);
    await expect(page.getByRole('article')).toContainText('Deleted words');
    await admin.api.post(`/api/admin/trash/${id}/restore`);
    const accepted = nextDialog(page);
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await accepted;
    await expect(page.getByText(`“${title}” is no longer in the trash.`)).toBeVisible();
    expect(await (await admin.api.get(`/api/admin/posts?id=${id}`)).json()).toHaveLength(1);
  },
);

test(
  'a failed deletion says so and leaves the post there',
  LONG,
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/status of 500|answered 500/);
    const { id } = await trashPost(admin);
    await page.goto(`/admin/trash/${id}`);
    await expect(page.getByRole('article')).toContainText('Deleted words');
    await failApi(page, 'admin/trash/*');
    const messages: string[] = [];
    page.on('dialog', (dialog) => {
      messages.push(dialog.message());
      void dialog.accept();
    });
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect
      .poll(() => messages.at(-1))
      .toBe('Failed to delete post for good. Please try again.');
    await expect(page.getByRole('button', { name: 'Restore' })).toBeEnabled();
    expect((await admin.api.get(`/api/admin/trash/${id}`)).status()).toBe(200);
  },
);

test('until its text is rendered a deleted post shows its head, and nothing moves', async ({
  page,
  admin,
}) => {
  const { id, title } = await trashPost(admin);
  const release = await holdApi(page, 'admin/preview');
  await page.goto(`/admin/trash/${id}`);
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(page.getByText('Loading text...')).toBeVisible();
  release();
  await expect(page.getByRole('article')).toContainText('Deleted words');
  await painted(page);
});

test('a text that cannot be rendered is asked for again', LONG, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/status of 500|answered 500/);
  const { id } = await trashPost(admin);
  await failApi(page, 'admin/preview');
  await page.goto(`/admin/trash/${id}`);
  await expect(page.getByRole('alert')).toContainText('The text could not be loaded');
  await page.unroute('**/api/admin/preview');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toContainText('Deleted words');
});

test(
  'what is not in the trash, and a damaged copy in it, are explained',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/status of (40[04]|503)|answered 503/);
    for (const id of [UNKNOWN, 'not-an-id']) {
      await page.goto(`/admin/trash/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not in the trash');
      await page.getByRole('link', { name: 'Back to Trash' }).click();
      await expect(page).toHaveURL('/admin?show=trash');
    }
    const detail = 'The copy of this post in the trash is damaged and cannot be read.';
    await page.route('**/api/admin/trash/*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', json: { detail } }),
    );
    await page.goto(`/admin/trash/${UNKNOWN}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The post could not be loaded',
    );
    await expect(page.getByText(detail)).toBeVisible();
  },
);
