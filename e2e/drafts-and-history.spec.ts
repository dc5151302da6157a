import type { Page } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { failApi, holdApi, hydrated, inputForgotten, painted } from './fixtures.ts';
import { LONG } from './tags.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

async function expectDraftPage(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('complementary', { name: 'Draft' })).toContainText(
    'Draft Only you can see this page.',
  );
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByText('Some content')).toBeVisible();
}

test('View shows a draft as readers will see it, with a Draft banner', async ({ page, admin }) => {
  const { id, slug, title } = await admin.createPost({ title: uniqueTitle(), published: false });
  await page.goto(`/admin?q=${encodeURIComponent(title)}`);
  await page.getByRole('row', { name: title }).getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(`/blog/${slug}`);
  await expectDraftPage(page, title);
  await expect(page.getByRole('heading', { name: 'Share This Post' })).toBeVisible();
  await page.getByRole('complementary', { name: 'Draft' }).getByRole('link').click();
  await expect(page).toHaveURL(`/admin/posts/edit/${id}`);
});

test('the URL of a draft shows it on first load with a token', async ({ page, admin, watch }) => {
  watch.expectConsoleError(/status of 404/);
  const { slug, title } = await admin.createPost({ title: uniqueTitle(), published: false });
  const response = await page.goto(`/blog/${slug}`);
  expect(await response?.text()).not.toContain(title);
  await expectDraftPage(page, title);
});

test('a published post has no banner and can be indexed', async ({ page, admin }) => {
  const { slug, title } = await admin.createPost();
  await page.goto(`/blog/${slug}`);
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('complementary', { name: 'Draft' })).toHaveCount(0);
  await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(0);
});

test.describe('for a visitor', () => {
  test.use({ loggedIn: false });

  test('a draft is not found', async ({ page, admin, watch }) => {
    watch.expectConsoleError(/status of 404/);
    const { slug, title } = await admin.createPost({ title: uniqueTitle(), published: false });
    const response = await page.goto(`/blog/${slug}`);
    expect(response?.status()).toBe(404);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
    await expect(page.getByText("The post you're looking for doesn't exist.")).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);
    expect(watch.requests).toEqual([]);
  });
});

for (const id of [UNKNOWN, 'not-an-id']) {
  test(`editing ${id} shows 'not found' and no form`, async ({ page, watch }) => {
    watch.expectConsoleError(/status of 400|answered 400/);
    await page.goto(`/admin/posts/edit/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
    await expect(page.getByLabel('Title*')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  });
}

test('a post that fails to load shows no form', LONG, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/status of 500|answered 500/);
  const { id } = await admin.createPost();
  await failApi(page, 'admin/posts*');
  await page.goto(`/admin/posts/edit/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The post could not be loaded');
  await expect(page.getByLabel('Title*')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
});

const versions = (page: Page) => page.getByRole('navigation', { name: 'Versions' });

test(
  'a post that never changed says that it has no earlier version',
  LONG,
  async ({ page, admin }) => {
    const { id, title } = await admin.createPost();
    await page.goto(`/admin/posts/edit/${id}`);
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(`/admin/posts/edit/${id}/history`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('History');
    await expect(page.getByText(`“${title}”`)).toBeVisible();
    await expect(page.getByText('No earlier versions yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Restore this version' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Editor' }).click();
    await expect(page.getByLabel('Title*')).toHaveValue(title);
  },
);

test('the history lists earlier versions and shows the differences', async ({ page, admin }) => {
  const title = uniqueTitle('Grown');
  const first = { title, excerpt: 'An excerpt', content: '<p>one fish</p>', published: false };
  const { id } = await admin.createPost(first);
  for (const content of ['<p>one red fish</p>', '<p>one blue fish</p>']) {
    const data = { ...first, content, published: true };
    expect((await admin.api.put(`/api/admin/posts/${id}`, { data })).status()).toBe(200);
  }
  await page.goto(`/admin/posts/edit/${id}/history`);
  const links = versions(page).getByRole('link');
  await expect(links).toHaveText([/^Version 2.*Published$/, /^Version 1.*Draft$/]);
  await expect(links.first()).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Version 2');
  await expect(page.locator('del')).toHaveText('red');
  await expect(page.locator('ins')).toHaveText('blue');
  await links.last().click();
  await expect(page).toHaveURL(`/admin/posts/edit/${id}/history?version=1`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Version 1');
  await expect(page.locator('ins')).toHaveText(/blue/);
  await expect(page.locator('del')).toHaveCount(0);
  await expect(page.locator('dt')).toHaveText(['Content']);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Version 1');
});

test('older versions are listed when they are asked for', LONG, async ({ page, admin }) => {
  const first = { title: uniqueTitle('Long history'), excerpt: 'An excerpt', content: 'Text 1' };
  const { id } = await admin.createPost(first);
  for (let version = 2; version <= 53; version += 1) {
    const data = { ...first, content: `Text ${version}` };
    expect((await admin.api.put(`/api/admin/posts/${id}`, { data })).status()).toBe(200);
  }
  await page.goto(`/admin/posts/edit/${id}/history`);
  const rows = versions(page).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await expect(rows.last()).toHaveText(/^Version 3/);
  await page.getByRole('link', { name: 'Show older versions' }).click();
  await expect(rows).toHaveCount(52);
  await expect(page.getByRole('link', { name: 'Show older versions' })).toHaveCount(0);
  await rows.last().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Version 1');
  await expect(rows).toHaveCount(52);
  await page.goto(`/admin/posts/edit/${id}/history?version=2`);
  await expect(versions(page).locator('[aria-current]')).toHaveText(/^Version 2/);
});

test(
  'an earlier version can be seen as it looked, and the choice is in the URL',
  LONG,
  async ({ page, admin }) => {
    const title = uniqueTitle('Seen');
    const first = {
      ...{ title, excerpt: 'The first excerpt', content: '<h2>One</h2><p>fish</p>' },
      featured_image: '/icon-512.png',
    };
    const { id } = await admin.createPost(first);
    for (const content of ['<p>two fish</p>', '<p>now</p>']) {
      const data = { ...first, title: `${title} anew`, featured_image: null, content };
      expect((await admin.api.put(`/api/admin/posts/${id}`, { data })).status()).toBe(200);
    }
    const history = `/admin/posts/edit/${id}/history`;
    await page.goto(`${history}?version=1`);
    const view = (name: string) =>
      page.getByRole('group', { name: 'Show this version as' }).getByRole('button', { name });
    await expect(view('Differences')).toHaveAttribute('aria-pressed', 'true');
    const release = await holdApi(page, 'admin/preview');
    await view('As it looked').press('Enter');
    await expect(page).toHaveURL(`${history}?version=1&view=looked`);
    await expect(view('As it looked')).toHaveAttribute('aria-pressed', 'true');
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 3 })).toHaveText(title);
    await expect(article.getByText('The first excerpt')).toBeVisible();
    await expect(article.getByRole('time')).toBeVisible();
    await expect(article.getByText('Loading text...')).toBeVisible();
    await inputForgotten(page);
    release();
    await expect(article.locator('header img')).toBeVisible();
    await expect(article.getByRole('heading', { level: 2 })).toContainText('One');
    await painted(page);
    await versions(page).getByRole('link').first().click();
    await expect(page).toHaveURL(`${history}?version=2&view=looked`);
    await expect(article).toContainText('two fish');
    await expect(article.locator('header img')).toHaveCount(0);
    await page.reload();
    await expect(article).toContainText('two fish');
    await view('Differences').click();
    await expect(page).toHaveURL(`${history}?version=2`);
    await expect(page.locator('del').first()).toBeVisible();
    await expect(article).toHaveCount(0);
  },
);

test('a version that cannot be rendered says so', LONG, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/status of 500|answered 500/);
  const { id, title } = await admin.createPost({ content: '<p>Before</p>' });
  const data = { title, excerpt: 'An excerpt', content: '<p>Changed</p>' };
  await admin.api.put(`/api/admin/posts/${id}`, { data });
  await failApi(page, 'admin/preview');
  await page.goto(`/admin/posts/edit/${id}/history?view=looked`);
  await expect(page.getByRole('alert')).toContainText('The text could not be loaded');
  await page.unroute('**/api/admin/preview');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toContainText('Before');
});

test(
  'dates in the history are written in the time zone of the site',
  LONG,
  async ({ page, admin }) => {
    const { id, title } = await admin.createPost();
    const data = { title, excerpt: 'An excerpt', content: '<p>Changed</p>' };
    await admin.api.put(`/api/admin/posts/${id}`, { data });
    await page.goto(`/admin/posts/edit/${id}/history`);
    const date = '\\w{3} \\d+, \\d{4}, \\d+:\\d\\d\\s[AP]M UTC';
    await expect(versions(page).getByRole('link')).toHaveText(
      new RegExp(`^Version 1${date}Published$`),
    );
    await expect(page.getByText(/^Saved /)).toHaveText(
      new RegExp(`^Saved ${date}, published with the date ${date}\\.$`),
    );
  },
);

const BEFORE = { excerpt: 'The old excerpt', content: '<p>The old text</p>', tags: ['Old'] };
const AFTER = { excerpt: 'The new excerpt', content: '<p>The new text</p>', tags: [] };

async function expectOldText(page: Page, id: string, title: string): Promise<void> {
  await expect(page).toHaveURL(`/admin/posts/edit/${id}`);
  await expect(page.getByLabel('Title*')).toHaveValue(title);
  await expect(page.getByLabel('Excerpt*')).toHaveValue(BEFORE.excerpt);
  await expect(page.getByLabel('Content*')).toHaveValue(BEFORE.content);
  await expect(page.getByLabel('Tags')).toHaveValue('Old');
}

test('a version of a live post is restored as private changes, which readers get with Publish', async ({
  page,
  admin,
  request,
}) => {
  const title = uniqueTitle('Undone');
  const { id } = await admin.createPost({ ...BEFORE, title, published: false });
  const data = { ...AFTER, title: `${title} anew`, published: true };
  const { slug } = await (await admin.api.put(`/api/admin/posts/${id}`, { data })).json();
  const post = async () => (await (await admin.api.get(`/api/admin/posts?id=${id}`)).json())[0];

  await page.goto(`/admin/posts/edit/${id}/history`);
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expectOldText(page, id, title);
  await expect(page.getByText('Version 1 was restored as private changes.')).toBeVisible();
  expect(await post()).toMatchObject({ ...data, version: 2 });
  expect(await (await request.get(`/blog/${slug}`)).text()).toContain('The new text');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  expect(await post()).toMatchObject({ ...BEFORE, title, published: true, version: 3 });
  expect(await (await request.get(`/blog/${slug}`)).text()).toContain('The old text');
});

test(
  'restoring a version of a draft brings the old text back',
  LONG,
  async ({ page, admin, request }) => {
    const title = uniqueTitle('Undone');
    const { id } = await admin.createPost({ ...BEFORE, title, published: true });
    const data = { ...AFTER, title: `${title} anew`, published: false };
    const { slug } = await (await admin.api.put(`/api/admin/posts/${id}`, { data })).json();

    await page.goto(`/admin/posts/edit/${id}/history`);
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await expectOldText(page, id, title);
    await expect(page.getByLabel('Publish immediately')).not.toBeChecked();
    const [now] = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
    expect(now).toMatchObject({ ...BEFORE, title, published: false, version: 3 });
    expect((await request.get(`/blog/${slug}`)).status()).toBe(404);

    await page.getByRole('link', { name: 'History' }).click();
    await expect(versions(page).getByRole('link')).toHaveText([/^Version 2/, /^Version 1/]);
    await expect(page.locator('del').filter({ hasText: 'anew' })).toHaveCount(1);
    await expect(page.getByText('new text')).toHaveCount(0);
    await expect(page.locator('dd').filter({ hasText: 'text' }).locator('del')).toHaveText('new');
  },
);

test(
  'a failed restore shows an alert and changes nothing',
  LONG,
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/status of 500|answered 500/);
    const { id, title } = await admin.createPost();
    const data = { title, excerpt: 'An excerpt', content: '<p>Changed</p>' };
    await admin.api.put(`/api/admin/posts/${id}`, { data });
    await page.goto(`/admin/posts/edit/${id}/history`);
    const restore = page.getByRole('button', { name: 'Restore this version' });
    await expect(restore).toBeEnabled();
    await failApi(page, 'admin/working-copies/*');
    const said = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.message());
        void dialog.accept();
      });
    });
    await restore.click();
    expect(await said).toBe('Failed to restore this version. Please try again.');
    await expect(restore).toBeEnabled();
    const [now] = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
    expect(now).toMatchObject({ content: '<p>Changed</p>', version: 2 });
  },
);
