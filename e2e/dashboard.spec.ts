import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, nextDialog, ownTitle, test } from './admin-fixtures.ts';
import { failApi, holdApi, hydrated } from './fixtures.ts';
import { EMPTY_SITE } from './sites.ts';

const SUMMARIES = /\/api\/admin\/posts\?view=summary$/;
const EMPTY = 'No posts yet. Create your first post!';

type Entry = { title: string; published?: boolean; created_at?: string } & Record<string, unknown>;

function entry(fields: Entry, index: number) {
  return {
    id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    slug: `post-${index}`,
    excerpt: 'An excerpt',
    tags: [],
    meta_title: null,
    meta_description: null,
    published: true,
    featured_image: null,
    featured_image_alt: null,
    created_at: '2026-01-01T12:00:00.000Z',
    updated_at: '2026-01-01T12:00:00.000Z',
    published_at: null,
    reading_minutes: 1,
    version: 1,
    ...fields,
  };
}

/** A dashboard with exactly these posts, whatever other tests write. */
async function listOnly(page: Page, posts: Entry[], trash: Entry[] = []): Promise<void> {
  await page.route(SUMMARIES, (route) => route.fulfill({ json: posts.map(entry) }));
  await page.route('**/api/admin/trash', (route) =>
    route.fulfill({ json: trash.map((post, index) => entry(post, 9000 + index)) }),
  );
}

const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title });
const titles = (page: Page) => page.getByRole('rowheader');
const show = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show' }).getByRole('button', { name });

/** By the keys, as fast as they come. */
async function type(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await field.pressSequentially(text);
}

async function openDashboard(page: Page, title: string): Promise<void> {
  await page.goto(`/admin?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
}

/** Where somebody without a token meets the post. */
async function visibility(request: APIRequestContext, slug: string, tag: string) {
  const [page, posts, tags] = await Promise.all([
    request.get(`/blog/${slug}`),
    request.get('/api/posts'),
    request.get('/api/tags'),
  ]);
  return {
    page: page.status(),
    listed: ((await posts.json()) as { slug: string }[]).some((post) => post.slug === slug),
    tagged: ((await tags.json()) as { tags: string[] }).tags.includes(tag),
  };
}
const PUBLIC = { page: 200, listed: true, tagged: true };
const HIDDEN = { page: 404, listed: false, tagged: false };

test('the dashboard has its heading, the way to a new post, and all posts', async ({
  page,
  admin,
}) => {
  const title = ownTitle();
  await admin.createPost({ title });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(page.getByRole('heading', { level: 2, name: 'All Posts' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'All Posts' })).toBeVisible();
  await expect(rowOf(page, title)).toBeVisible();
  await page.getByRole('link', { name: 'New Post' }).click();
  await expect(page).toHaveURL('/admin/posts/new');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Post');
});

test('a row shows the title, Published or Draft, and what one can do', async ({ page, admin }) => {
  const title = ownTitle('Row');
  const post = await admin.createPost({ title: `${title} public` });
  await admin.createPost({ title: `${title} hidden`, published: false });
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
  await row.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  await expect(page.getByLabel('Title*')).toHaveValue(post.title);
});

for (const [locale, timezoneId, expected] of [
  ['en-US', 'America/New_York', '3/9/2026'],
  ['de-DE', 'Europe/Berlin', '10.3.2026'],
] as const) {
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale, timezoneId });

    test(`the creation date reads ${expected}`, async ({ page }, { project }) => {
      test.skip(project.name !== 'laptop', 'nothing here depends on the width');
      await listOnly(page, [{ title: 'Late in March', created_at: '2026-03-09T23:30:00.000Z' }]);
      await page.goto('/admin');
      await expect(rowOf(page, 'Late in March').locator('time')).toHaveText(expected);
    });
  });
}

test.describe('on a blog without posts', () => {
  test.use({ baseURL: EMPTY_SITE });

  test('the dashboard says that there are none yet', async ({ page }) => {
    await page.goto('/admin');
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await show(page, 'Trash').click();
    await expect(page.getByText('The trash is empty.')).toBeVisible();
  });
});

test('the dashboard says that it is loading, on a first load and on the way there', async ({
  page,
}, { project }) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  await listOnly(page, [{ title: 'Awaited' }]);
  for (const start of ['/admin', '/about']) {
    const release = await holdApi(page, 'admin/trash');
    await page.goto(start);
    if (start !== '/admin') {
      await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
    }
    await expect(page.getByText('Loading dashboard...')).toBeVisible();
    await expect(page.getByText(EMPTY)).toHaveCount(0);
    release();
    await expect(titles(page)).toHaveText(['Awaited']);
  }
});

test('posts that cannot be fetched are only logged, and the list stays empty', async ({
  page,
  watch,
}, { project }) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  watch.expectComplaint(/status of 500|answered 500/);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  page.on('dialog', (dialog) => logged.push(`dialog: ${dialog.message()}`));
  await failApi(page, 'admin/posts*');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(page.getByText(EMPTY)).toBeVisible();
  await expect(titles(page)).toHaveCount(0);
  expect(logged.join('\n')).toContain('GET /admin/posts?view=summary answered 500');
  expect(logged.join('\n')).not.toContain('dialog');
});

test('Delete asks first, and keeps the post of somebody who thinks again', async ({
  page,
  admin,
  request,
}) => {
  const tag = ownTitle('topic');
  const { title, slug } = await admin.createPost({ title: ownTitle('Kept'), tags: [tag] });
  await openDashboard(page, title);
  const question = nextDialog(page, 'dismiss');
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
  expect(await question).toBe('Are you sure you want to delete this post?');
  await expect(rowOf(page, title)).toBeVisible();
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
});

test('what is deleted is gone at once, from the list and for every visitor', async ({
  page,
  admin,
  request,
}) => {
  const tag = ownTitle('topic');
  const { title, slug } = await admin.createPost({ title: ownTitle('Gone'), tags: [tag] });
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

test('a post that another tab has deleted already is simply gone', async ({ page, admin, watch }, {
  project,
}) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  watch.expectComplaint(/status of 404/);
  const { id, title } = await admin.createPost({ title: ownTitle('Twice') });
  await openDashboard(page, title);
  await admin.api.delete(`/api/admin/posts/${id}`);
  const question = nextDialog(page);
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
  await question;
  await expect(rowOf(page, title)).toHaveCount(0);
});

test('a delete that fails says so and keeps the row', async ({ page, admin, watch, request }) => {
  watch.expectComplaint(/status of 500|answered 500/);
  const { title, slug } = await admin.createPost({ title: ownTitle('Stubborn') });
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
});

test('a row that waits for the server does not hold up the others', async ({ page, admin }, {
  project,
}) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  const title = ownTitle('Pair');
  const slow = await admin.createPost({ title: `${title} slow`, published: false });
  await admin.createPost({ title: `${title} quick` });
  await openDashboard(page, title);
  const release = await holdApi(page, `admin/posts/${slow.id}`);
  await rowOf(page, slow.title).getByRole('button', { name: 'Publish' }).click();
  await expect(rowOf(page, slow.title).getByRole('button', { name: 'Publish' })).toBeDisabled();
  void nextDialog(page);
  await rowOf(page, `${title} quick`).getByRole('button', { name: 'Delete' }).click();
  await expect(titles(page)).toHaveText([slow.title]);
  release();
  await expect(rowOf(page, slow.title).getByText('Published', { exact: true })).toBeVisible();
});

test('Unpublish hides a post from visitors at once, and Publish shows it at once', async ({
  page,
  admin,
  request,
}) => {
  const tag = ownTitle('topic');
  const { title, slug } = await admin.createPost({ title: ownTitle('To and fro'), tags: [tag] });
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
  await openDashboard(page, title);
  const row = rowOf(page, title);
  await row.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('status')).toHaveText(`“${title}” is a draft now.`);
  await expect(row.getByText('Draft', { exact: true })).toBeVisible();
  expect(await visibility(request, slug, tag)).toEqual(HIDDEN);
  await row.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('status')).toHaveText(`“${title}” is public now.`);
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
});

test('publishing from the row changes nothing else about the post', async ({ page, admin }, {
  project,
}) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  const fields = {
    title: ownTitle('All of it'),
    excerpt: 'First line\nsecond line',
    content: '<p>Some <script>raw</script> content</p>\n',
    tags: [ownTitle('b'), ownTitle('a')],
    meta_title: 'For the head',
    meta_description: 'For searches',
    featured_image: 'https://example.com/a.jpg',
    featured_image_alt: 'A picture',
  };
  const { id, slug } = await admin.createPost({ ...fields, published: false });
  await openDashboard(page, fields.title);
  await rowOf(page, fields.title).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('status')).toContainText('is public now.');
  const [after] = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
  expect(after).toMatchObject({ ...fields, slug, published: true });
});

test('a publish that fails says so, and the post stays a draft', async ({
  page,
  admin,
  watch,
  request,
}) => {
  watch.expectComplaint(/status of 500|answered 500/);
  const { title, slug } = await admin.createPost({ title: ownTitle('Shy'), published: false });
  await openDashboard(page, title);
  await failApi(page, 'admin/posts/*');
  const alert = nextDialog(page);
  await rowOf(page, title).getByRole('button', { name: 'Publish' }).click();
  expect(await alert).toBe('Failed to save post. Please try again.');
  await expect(rowOf(page, title).getByText('Draft', { exact: true })).toBeVisible();
  await expect(rowOf(page, title).getByRole('button', { name: 'Publish' })).toBeEnabled();
  expect((await request.get(`/blog/${slug}`)).status()).toBe(404);
});

test('Restore brings a post back from the trash, and to its readers at once', async ({
  page,
  admin,
  request,
}) => {
  const tag = ownTitle('topic');
  const { id, title, slug } = await admin.createPost({ title: ownTitle('Back'), tags: [tag] });
  await admin.api.delete(`/api/admin/posts/${id}`);
  expect(await visibility(request, slug, tag)).toEqual(HIDDEN);
  await openDashboard(page, title);
  await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
  await show(page, 'Trash').click();
  await expect(rowOf(page, title).getByRole('link')).toHaveCount(0);
  await rowOf(page, title).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('status')).toHaveText(`“${title}” is back, as it was.`);
  await expect(rowOf(page, title)).toHaveCount(0);
  expect(await visibility(request, slug, tag)).toEqual(PUBLIC);
  await show(page, 'All').click();
  await expect(rowOf(page, title).getByText('Published', { exact: true })).toBeVisible();
});

const FOUR: Entry[] = [
  { title: 'Tides', created_at: '2026-01-02T12:00:00.000Z' },
  { title: 'apple 10', created_at: '2026-01-04T12:00:00.000Z', published: false },
  { title: 'Apple 2', created_at: '2026-01-01T12:00:00.000Z', excerpt: 'On the MOON' },
  { title: 'Bread', created_at: '2026-01-03T12:00:00.000Z', tags: ['Kitchen'] },
];
const TWO_DELETED: Entry[] = [
  {
    title: 'Old, deleted late',
    created_at: '2025-01-01T12:00:00.000Z',
    deleted_at: '2026-02-02T12:00:00.000Z',
  },
  {
    title: 'New, deleted early',
    created_at: '2025-12-01T12:00:00.000Z',
    deleted_at: '2026-02-01T12:00:00.000Z',
  },
];

test('the search looks at titles, excerpts and tags, whatever the case', async ({ page }, {
  project,
}) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  await listOnly(page, FOUR);
  await page.goto('/admin');
  const search = page.getByRole('searchbox', { name: 'Search posts' });
  for (const [query, found] of [
    ['TIDE', ['Tides']],
    ['moon', ['Apple 2']],
    ['kitchen', ['Bread']],
    [' apple ', ['apple 10', 'Apple 2']],
  ] as const) {
    await type(search, query);
    await expect(titles(page)).toHaveText([...found]);
  }
  await type(search, 'zebra');
  await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
  await type(search, '');
  await expect(titles(page)).toHaveCount(4);
  await expect(page).toHaveURL('/admin');
});

test('the list can be cut down to published posts, drafts or the trash', async ({ page }) => {
  await listOnly(page, FOUR, TWO_DELETED);
  await page.goto('/admin');
  const buttons = page.getByRole('group', { name: 'Show' }).getByRole('button');
  await expect(buttons).toHaveText(['All 4', 'Published 3', 'Draft 1', 'Trash 2']);
  await expect(show(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await show(page, 'Published').click();
  await expect(titles(page)).toHaveText(['Bread', 'Tides', 'Apple 2']);
  await expect(show(page, 'All')).toHaveAttribute('aria-pressed', 'false');
  await show(page, 'Draft').click();
  await expect(titles(page)).toHaveText(['apple 10']);
  await show(page, 'Trash').click();
  await expect(titles(page)).toHaveText(['Old, deleted late', 'New, deleted early']);
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(2);
  await show(page, 'All').click();
  await expect(titles(page)).toHaveCount(4);
});

test('the counts follow what is done to a post', async ({ page }, { project }) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  await listOnly(page, FOUR, TWO_DELETED);
  await page.route('**/api/admin/posts/*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/admin');
  void nextDialog(page);
  await rowOf(page, 'Tides').getByRole('button', { name: 'Delete' }).click();
  const buttons = page.getByRole('group', { name: 'Show' }).getByRole('button');
  await expect(buttons).toHaveText(['All 3', 'Published 2', 'Draft 1', 'Trash 3']);
});

test('every column sorts, one way and the other', async ({ page }) => {
  await listOnly(page, FOUR);
  await page.goto('/admin');
  const heading = (name: string) => page.getByRole('columnheader', { name });
  const newest = ['apple 10', 'Bread', 'Tides', 'Apple 2'];
  await expect(titles(page)).toHaveText(newest);
  await expect(heading('Created')).toHaveAttribute('aria-sort', 'descending');
  for (const [name, order, expected] of [
    ['Created', 'ascending', newest.toReversed()],
    ['Title', 'ascending', ['Apple 2', 'apple 10', 'Bread', 'Tides']],
    ['Title', 'descending', ['Tides', 'Bread', 'apple 10', 'Apple 2']],
    ['Created', 'descending', newest],
  ] as const) {
    await heading(name).getByRole('button').click();
    await expect(titles(page)).toHaveText([...expected]);
    await expect(heading(name)).toHaveAttribute('aria-sort', order);
    await expect(page.locator('[aria-sort]')).toHaveCount(1);
  }
  await heading('Status').getByRole('button').click();
  await expect(heading('Status')).toHaveAttribute('aria-sort', 'ascending');
  await expect(titles(page).last()).toHaveText('apple 10');
  await heading('Status').getByRole('button').click();
  await expect(heading('Status')).toHaveAttribute('aria-sort', 'descending');
  await expect(titles(page).first()).toHaveText('apple 10');
});

test('the trash sorts by the day of deletion that it shows', async ({ page }, { project }) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  await listOnly(page, FOUR, TWO_DELETED);
  await page.goto('/admin?show=trash');
  await expect(titles(page)).toHaveText(['Old, deleted late', 'New, deleted early']);
  await page.getByRole('columnheader', { name: 'Deleted' }).getByRole('button').click();
  await expect(titles(page)).toHaveText(['New, deleted early', 'Old, deleted late']);
});

test('what the list shows is in the address, and survives a reload', async ({ page }, {
  project,
}) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  await listOnly(page, FOUR);
  await page.goto('/admin');
  await show(page, 'Published').click();
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('e');
  const byTitle = page.getByRole('columnheader', { name: 'Title' });
  await byTitle.getByRole('button').click();
  await byTitle.getByRole('button').click();
  await expect(page).toHaveURL('/admin?show=published&q=e&sort=title&order=desc');
  const expected = ['Tides', 'Bread', 'Apple 2'];
  await expect(titles(page)).toHaveText(expected);
  await page.reload();
  await expect(titles(page)).toHaveText(expected);
  await expect(show(page, 'Published')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toHaveValue('e');
  await expect(byTitle).toHaveAttribute('aria-sort', 'descending');
});

test('5,000 posts are shown a part at a time, and searched all at once', async ({ page }, {
  project,
}) => {
  test.skip(project.name === 'tablet', 'the same layout as on the phone');
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
      { intervals: [50], timeout: 15_000 },
    )
    .toBeGreaterThan(first);
  expect(await titles(page).count()).toBeLessThan(5000);
  const search = page.getByRole('searchbox', { name: 'Search posts' });
  await type(search, 'number 5000');
  await expect(search).toHaveValue('number 5000');
  await expect(titles(page)).toHaveText(['Number 5000 of many']);
  await type(search, '');
  await expect(titles(page).first()).toHaveText('Number 1 of many');
});

test('every call of the dashboard carries the token', async ({ page, admin }, { project }) => {
  test.skip(project.name !== 'laptop', 'nothing here depends on the width');
  const { title } = await admin.createPost({ title: ownTitle('Signed') });
  const calls: Promise<[string, string | null]>[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const call = `${request.method()} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')}`;
    calls.push(request.headerValue('authorization').then((value) => [call, value]));
  });
  await openDashboard(page, title);
  await rowOf(page, title).getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('status')).toContainText('is a draft now');
  void nextDialog(page);
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('status')).toContainText('is in the trash');
  await show(page, 'Trash').click();
  await rowOf(page, title).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('status')).toContainText('is back');
  const expected = [
    'GET /api/admin/posts',
    'GET /api/admin/trash',
    'GET /api/admin/posts',
    'PUT /api/admin/posts/{id}',
    'DELETE /api/admin/posts/{id}',
    'POST /api/admin/trash/{id}/restore',
  ];
  const bearer = `Bearer ${admin.token}`;
  expect(await Promise.all(calls)).toEqual(expected.map((call) => [call, bearer]));
});

test('View leads to the public page of the post', async ({ page, admin }) => {
  const { title, slug } = await admin.createPost({ title: ownTitle('To be read') });
  await openDashboard(page, title);
  await hydrated(page);
  await rowOf(page, title).getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(`/blog/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});
