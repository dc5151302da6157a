import type { Page } from '@playwright/test';
import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { choose, FOUR, listOnly, openDashboard, rowOf, show, titles } from './dashboard.ts';

type Admin = Parameters<Parameters<typeof test>[2]>[0]['admin'];

const key = () => uniqueTitle('key').replaceAll(' ', '-');

/** What the editor does while one types. */
async function writeCopy({ api }: Admin, id: string, version: number, form: object) {
  const response = await api.put(`/api/admin/working-copies/${id}`, {
    headers: { 'if-none-match': '*' },
    data: { base_version: version, form },
  });
  expect(response.status(), await response.text()).toBe(200);
}

const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString();

async function find({ api }: Admin, id: string) {
  const [post] = await (await api.get(`/api/admin/posts?id=${id}`)).json();
  return post;
}

test('a public post with a working copy says that it has private changes, a draft is called as it is written', async ({
  page,
  admin,
}) => {
  const title = uniqueTitle('Copied');
  const post = await admin.createPost({ title: `${title} public` });
  const draft = await admin.createPost({ title: `${title} draft`, published: false });
  await writeCopy(admin, post.id, post.version, { title: 'Half a sen' });
  await writeCopy(admin, draft.id, draft.version, { title: `${title} half` });
  await openDashboard(page, title);
  const row = rowOf(page, `${title} public`);
  await expect(row.getByText('Published · private changes', { exact: true })).toBeVisible();
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
  const other = rowOf(page, `${title} half`);
  await expect(other.getByText('Draft', { exact: true })).toBeVisible();
  await choose(other, 'Publish');
  // As it was typed, not as it was saved before.
  await expect(other.getByText('Published', { exact: true })).toBeVisible();
  expect((await find(admin, draft.id)).title).toBe(`${title} half`);
});

test('a post that was never saved is a draft: continued, deleted to the trash and restored', async ({
  page,
  admin,
}) => {
  const title = uniqueTitle('Begun');
  const id = key();
  await writeCopy(admin, id, 0, { title });
  await openDashboard(page, title);
  const row = rowOf(page, title);
  await expect(row.getByText('Draft', { exact: true })).toBeVisible();
  await expect(row.getByRole('checkbox')).toBeVisible();
  await show(page, 'Draft').click();
  await expect(titles(page)).toHaveText([title]);
  await show(page, 'Published').click();
  await expect(titles(page)).toHaveCount(0);
  await show(page, 'Draft').click();
  await expect(row.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/admin/posts/new?copy=${id}`,
  );
  const remove = row.getByRole('button', { name: 'Delete' });
  void nextDialog(page, 'dismiss');
  await remove.click();
  await expect(row).toBeVisible();
  const question = nextDialog(page);
  await remove.click();
  expect(await question).toBe('Are you sure you want to delete this post?');
  await expect(page.getByRole('status')).toHaveText(`“${title}” is in the trash.`);
  await expect(row).toHaveCount(0);
  expect((await admin.api.get(`/api/admin/working-copies/${id}`)).status()).toBe(404);
  await show(page, 'Trash').click();
  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('status')).toHaveText(`Restored “${title}”.`);
  await show(page, 'Draft').click();
  await row.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Title*')).toHaveValue(title);
});

test('a scheduled post shows its time and can be unscheduled, published, deleted', async ({
  page,
  admin,
  request,
}) => {
  const title = uniqueTitle('Later');
  const { id, slug } = await admin.createPost({ title, publish_at: '2199-03-04T17:05:00.000Z' });
  await openDashboard(page, title);
  const row = rowOf(page, title);
  await expect(row.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(row).toContainText(/Mar 4, 2199, 5:05\sPM UTC/);
  await show(page, 'Draft').click();
  await expect(titles(page)).toHaveCount(0);
  await show(page, 'Scheduled').click();
  await expect(titles(page)).toHaveText([title]);
  await show(page, 'All').click();

  await choose(row, 'Unschedule');
  await expect(row.getByText('Draft', { exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(`“${title}” is a draft now.`);
  expect(await find(admin, id)).toMatchObject({ published: false, publish_at: null });

  await admin.api.put(`/api/admin/posts/${id}`, {
    data: { title, excerpt: 'e', content: '<p>c</p>', publish_at: inAYear() },
  });
  await page.reload();
  await choose(row, 'Publish');
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(`“${title}” is public`);
  expect(await find(admin, id)).toMatchObject({ published: true, publish_at: null });
  expect((await request.get(`/blog/${slug}`)).status()).toBe(200);
});

test('Scheduled is among the filters only while there is such a post', async ({ page }) => {
  await listOnly(page, FOUR);
  await page.goto('/admin');
  const buttons = page.getByRole('group', { name: 'Show' }).getByRole('button');
  await expect(buttons).toHaveText(['All 4', 'Published 3', 'Draft 1', 'Trash 0']);
  await listOnly(page, [...FOUR, { title: 'Later', published: false, publish_at: inAYear() }]);
  await page.reload();
  await expect(buttons).toHaveText(['All 5', 'Published 3', 'Scheduled 1', 'Draft 1', 'Trash 0']);
});

test('after publishing from a row, the post can be viewed and its link copied', async ({
  page,
  admin,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { title, slug } = await admin.createPost({ title: uniqueTitle('New'), published: false });
  await openDashboard(page, title);
  await choose(rowOf(page, title), 'Publish');
  const status = page.getByRole('status');
  await expect(status).toHaveText(`“${title}” is public`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(status).toHaveText(`“${title}” is public · Link copied`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/blog/${slug}`);
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page).toHaveURL(`/blog/${slug}`);
});

/** As the editor leads to the dashboard. */
async function arriveWith(page: Page, saved: object): Promise<void> {
  await page.goto('/admin');
  // Otherwise the page may say it before it is loaded again.
  await expect(titles(page)).toHaveCount(4);
  await page.evaluate((post) => {
    history.replaceState({ ...history.state, usr: { saved: post } }, '');
  }, saved);
  await page.reload();
}

test('the dashboard says what the editor has saved, once', async ({ page }) => {
  await listOnly(page, FOUR);
  const status = page.getByRole('status');
  const post = { id: '1', title: 'Tides', slug: 'post-0', published: true, publish_at: null };
  await arriveWith(page, post);
  await expect(status).toHaveText('Saved. “Tides” is public');
  await expect(page.getByRole('link', { name: 'View', exact: true })).toHaveAttribute(
    'href',
    '/blog/post-0',
  );
  await page.reload();
  await expect(titles(page)).toHaveCount(4);
  await expect(status).toBeEmpty();

  await arriveWith(page, { ...post, published: false, publish_at: '2199-03-04T17:05:00.000Z' });
  await expect(status).toHaveText(/^Saved\. “Tides” will be public on Mar 4, 2199, 5:05\sPM UTC$/);
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
});
