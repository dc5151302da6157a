import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { choose, openDashboard, rowOf, show, titles } from './dashboard.ts';
import { holdApi } from './fixtures.ts';
import { LONG } from './tags.ts';

test(
  'deleting a post that another tab has deleted succeeds',
  LONG,
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/status of 404/);
    const { id, title } = await admin.createPost({ title: uniqueTitle('Twice') });
    await openDashboard(page, title);
    await admin.api.delete(`/api/admin/posts/${id}`);
    const question = nextDialog(page);
    await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
    await question;
    await expect(rowOf(page, title)).toHaveCount(0);
  },
);

test('a row that waits for the server does not block the others', LONG, async ({ page, admin }) => {
  const title = uniqueTitle('Pair');
  const slow = await admin.createPost({ title: `${title} slow`, published: false });
  await admin.createPost({ title: `${title} quick` });
  await openDashboard(page, title);
  const release = await holdApi(page, `admin/posts/${slow.id}`);
  await choose(rowOf(page, slow.title), 'Publish');
  await rowOf(page, slow.title).getByRole('button', { name: 'More actions' }).click();
  await expect(rowOf(page, slow.title).getByRole('button', { name: 'Publish' })).toBeDisabled();
  await page.keyboard.press('Escape');
  void nextDialog(page);
  await rowOf(page, `${title} quick`).getByRole('button', { name: 'Delete' }).click();
  await expect(titles(page)).toHaveText([slow.title]);
  release();
  await expect(rowOf(page, slow.title).getByText('Published', { exact: true })).toBeVisible();
});

test('publishing from the row changes nothing else about the post', async ({ page, admin }) => {
  const fields = {
    title: uniqueTitle('All of it'),
    excerpt: 'First line\nsecond line',
    content: '<p>Some <script>raw</script> content</p>\n',
    tags: [uniqueTitle('b'), uniqueTitle('a')],
    meta_title: 'For the head',
    meta_description: 'For searches',
    featured_image: 'https://example.com/a.jpg',
    featured_image_alt: 'A picture',
  };
  const { id, slug } = await admin.createPost({ ...fields, published: false });
  await openDashboard(page, fields.title);
  await choose(rowOf(page, fields.title), 'Publish');
  await expect(page.getByRole('status')).toContainText('is public');
  const [after] = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
  expect(after).toMatchObject({ ...fields, slug, published: true });
});

test('every request of the dashboard has the token', async ({ page, admin }) => {
  const { title } = await admin.createPost({ title: uniqueTitle('Signed') });
  const calls: Promise<[string, string | null]>[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const call = `${request.method()} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')}`;
    calls.push(request.headerValue('authorization').then((value) => [call, value]));
  });
  const searched = page.waitForResponse(/[?&]q=/);
  await openDashboard(page, title);
  await searched;
  await choose(rowOf(page, title), 'Unpublish');
  await expect(page.getByRole('status')).toContainText('is a draft now');
  void nextDialog(page);
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('status')).toContainText('is in the trash');
  await show(page, 'Trash').click();
  await rowOf(page, title).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('status')).toContainText('Restored');
  const expected = [
    'GET /api/admin/posts',
    'GET /api/admin/trash',
    'GET /api/admin/working-copies',
    'GET /api/admin/first-steps',
    'GET /api/admin/backups',
    'GET /api/admin/disk-space',
    // The version, at the foot.
    'GET /api/admin/account',
    // The search in texts.
    'GET /api/admin/posts',
    'GET /api/admin/working-copies',
    'GET /api/admin/trash',
    'GET /api/admin/posts',
    'PUT /api/admin/posts/{id}',
    'DELETE /api/admin/posts/{id}',
    'POST /api/admin/trash/{id}/restore',
    // Whether it has private changes.
    'GET /api/admin/working-copies',
  ];
  const bearer = `Bearer ${admin.token}`;
  expect(await Promise.all(calls)).toEqual(expected.map((call) => [call, bearer]));
});
