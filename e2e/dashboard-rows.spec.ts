import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { choose, HIDDEN, openDashboard, PUBLIC, rowOf, show, visibility } from './dashboard.ts';
import { failApi } from './fixtures.ts';
import { LONG } from './tags.ts';

test('Delete asks first, and does nothing if dismissed', LONG, async ({ page, admin, request }) => {
  const tag = uniqueTitle('topic');
  const { title, slug } = await admin.createPost({ title: uniqueTitle('Kept'), tags: [tag] });
  await openDashboard(page, title);
  const question = nextDialog(page, 'dismiss');
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
  expect(await question).toBe('Are you sure you want to delete this post?');
  await expect(rowOf(page, title)).toBeVisible();
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
});

test('a deleted post is gone at once, from the list and for visitors', async ({
  page,
  admin,
  request,
}) => {
  const tag = uniqueTitle('topic');
  const { title, slug } = await admin.createPost({ title: uniqueTitle('Gone'), tags: [tag] });
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
  await openDashboard(page, title);
  const question = nextDialog(page);
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
  expect(await question).toBe('Are you sure you want to delete this post?');
  await expect(page.getByRole('status')).toHaveText(`“${title}” is in the trash.`);
  await expect(rowOf(page, title)).toHaveCount(0);
  expect(await visibility(request, slug, tag)).toEqual(HIDDEN);
  await page.reload();
  await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
});

test(
  'a failed delete shows an alert and keeps the row',
  LONG,
  async ({ page, admin, watch, request }) => {
    watch.expectConsoleError(/status of 500|answered 500/);
    const { title, slug } = await admin.createPost({ title: uniqueTitle('Stubborn') });
    await openDashboard(page, title);
    await failApi(page, 'admin/posts/*');
    const said: string[] = [];
    page.on('dialog', (dialog) => {
      said.push(dialog.message());
      void dialog.accept();
    });
    const remove = rowOf(page, title).getByRole('button', { name: 'Delete' });
    await remove.click();
    await expect
      .poll(() => said)
      .toEqual([
        'Are you sure you want to delete this post?',
        'Failed to delete post. Please try again.',
      ]);
    await expect(remove).toBeEnabled();
    expect((await request.get(`/blog/${slug}`)).status()).toBe(200);
  },
);

test('Unpublish hides a post from visitors at once, and Publish shows it at once', async ({
  page,
  admin,
  request,
}) => {
  const tag = uniqueTitle('topic');
  const { title, slug } = await admin.createPost({ title: uniqueTitle('To and fro'), tags: [tag] });
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
  await openDashboard(page, title);
  const row = rowOf(page, title);
  await choose(row, 'Unpublish');
  await expect(page.getByRole('status')).toHaveText(`“${title}” is a draft now.`);
  await expect(row.getByText('Draft', { exact: true })).toBeVisible();
  expect(await visibility(request, slug, tag)).toEqual(HIDDEN);
  await choose(row, 'Publish');
  await expect(page.getByRole('status')).toHaveText(`“${title}” is public`);
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
});

test(
  'a failed publish shows an alert, and the post stays a draft',
  LONG,
  async ({ page, admin, watch, request }) => {
    watch.expectConsoleError(/status of 500|answered 500/);
    const { title, slug } = await admin.createPost({ title: uniqueTitle('Shy'), published: false });
    await openDashboard(page, title);
    await failApi(page, 'admin/posts/*');
    const alert = nextDialog(page);
    await choose(rowOf(page, title), 'Publish');
    expect(await alert).toBe('Failed to save post. Please try again.');
    await expect(rowOf(page, title).getByText('Draft', { exact: true })).toBeVisible();
    await rowOf(page, title).getByRole('button', { name: 'More actions' }).click();
    await expect(rowOf(page, title).getByRole('button', { name: 'Publish' })).toBeEnabled();
    expect((await request.get(`/blog/${slug}`)).status()).toBe(404);
  },
);

test('Restore brings a post back from the trash, visible to visitors at once', async ({
  page,
  admin,
  request,
}) => {
  const tag = uniqueTitle('topic');
  const { id, title, slug } = await admin.createPost({ title: uniqueTitle('Back'), tags: [tag] });
  await admin.api.delete(`/api/admin/posts/${id}`);
  expect(await visibility(request, slug, tag)).toEqual(HIDDEN);
  await openDashboard(page, title);
  await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
  await show(page, 'Trash').click();
  await rowOf(page, title).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('status')).toHaveText(`Restored “${title}”.`);
  await expect(rowOf(page, title)).toHaveCount(0);
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
  await show(page, 'All').click();
  await expect(rowOf(page, title).getByText('Published', { exact: true })).toBeVisible();
});
