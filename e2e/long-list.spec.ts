import type { Page, PlaywrightWorkerArgs } from '@playwright/test';
import { expect, failApi, hydrated, test } from './fixtures.ts';
import { LONG_SITE, PASSWORD } from './sites.ts';

const POSTS = 60;

test.describe.configure({ mode: 'serial' });
test.use({ baseURL: LONG_SITE });

type NewPost = { title: string; content: string; tags: string[] };

type Playwright = PlaywrightWorkerArgs['playwright'];

async function asAdministrator(playwright: Playwright) {
  const request = await playwright.request.newContext({ baseURL: LONG_SITE });
  const login = await request.post('/api/login', {
    data: { username: 'admin', password: PASSWORD },
  });
  const { access_token } = await login.json();
  return { request, headers: { authorization: `Bearer ${access_token}` } };
}

/** Skips posts that exist from an earlier attempt. */
async function publish(playwright: Playwright, posts: readonly NewPost[]) {
  const { request, headers } = await asAdministrator(playwright);
  const existing = new Set(
    (await (await request.get('/api/posts?view=summary')).json()).map(titleOf),
  );
  for (const post of posts.filter(({ title }) => !existing.has(title))) {
    const data = { ...post, excerpt: 'One of a long list.', published: true };
    const response = await request.post('/api/admin/posts', { headers, data });
    expect(response.status(), await response.text()).toBe(201);
  }
  await request.dispose();
}

const titleOf = ({ title }: { title: string }) => title;

const FIRST_POSTS = Array.from({ length: POSTS }, (_, index) => index + 1).map((n) => ({
  title: `Number ${n} of many`,
  content: `<p>The ${n % 2 ? 'odd' : 'even'} ones, and word${n}.</p>`,
  tags: n % 3 ? ['Often'] : ['Seldom'],
}));

/** Removes posts of an earlier attempt: the first tests need the short list. */
async function removeOtherPosts(playwright: Playwright): Promise<void> {
  const { request, headers } = await asAdministrator(playwright);
  const first = new Set(FIRST_POSTS.map(titleOf));
  const posts: { id: string; title: string }[] = await (
    await request.get('/api/admin/posts', { headers })
  ).json();
  for (const { id } of posts.filter(({ title }) => !first.has(title)))
    expect((await request.delete(`/api/admin/posts/${id}`, { headers })).status()).toBe(204);
  await request.dispose();
}

test.beforeAll(async ({ playwright }) => {
  await removeOtherPosts(playwright);
  await publish(playwright, FIRST_POSTS);
});

async function scrollUntil(page: Page, count: number): Promise<void> {
  await page.mouse.move(400, 400);
  await expect(async () => {
    await page.mouse.wheel(0, 500);
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(count);
  }).toPass({ intervals: [150] });
}

const counted = (page: Page) => page.locator('search + p[role=status]');

test('a long list starts with the first page and loads more while scrolling', async ({
  page,
  watch,
}) => {
  const response = await page.goto('/blog');
  const html = (await response?.text()) ?? '';
  expect(html.match(/<article/g)).toHaveLength(24);
  expect(html).toContain('>60 posts<');
  await hydrated(page);
  await expect.poll(() => watch.requests).toEqual(['GET /api/posts']);
  await expect(counted(page)).toHaveText('60 posts');
  await scrollUntil(page, POSTS);
  await expect(page.getByRole('link', { name: 'Older posts' })).toHaveCount(0);
  expect(watch.requests).toEqual(['GET /api/posts']);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a link leads to the next page of the list', async ({ page }) => {
    await page.goto('/blog');
    const seen: string[] = [];
    const older = page.getByRole('link', { name: 'Older posts' });
    for (;;) {
      seen.push(...(await page.getByRole('article').getByRole('heading').allTextContents()));
      if ((await older.count()) === 0) break;
      await older.click();
      await expect(page.getByRole('article').first()).not.toContainText(seen.at(-1) ?? '');
    }
    expect(seen).toEqual(Array.from({ length: POSTS }, (_, n) => `Number ${POSTS - n} of many`));
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });
});

/** With more than 800,000 characters each. */
function volumes(...numbers: number[]): NewPost[] {
  const content = `<p>${'More than one would read. '.repeat(32_000)}</p>`;
  return numbers.map((n) => ({ title: `Volume ${n}`, content, tags: [] }));
}

test.describe('with more posts than are loaded when idle', () => {
  test.beforeAll(({ playwright }) => publish(playwright, volumes(1)));

  test('they are loaded when the search is used', async ({ page, watch }) => {
    await page.goto('/blog');
    await hydrated(page);
    await page.waitForTimeout(700);
    expect(watch.requests).toEqual([]);
    await page.getByRole('article').getByRole('link', { name: 'Seldom' }).first().click();
    await expect(counted(page)).toHaveText('20 posts');
    await page.getByPlaceholder('Search posts...').pressSequentially('word6');
    await expect(counted(page)).toHaveText('2 posts');
    await page.goBack();
    await expect(counted(page)).toHaveText('61 posts');
    expect(watch.requests).toEqual(['GET /api/posts']);
  });
});

test.describe('with too many posts for a browser to load', () => {
  test.beforeAll(({ playwright }) => publish(playwright, volumes(1, 2, 3, 4)));

  test('the server searches and filters by topic', async ({ page, watch }) => {
    await page.goto('/blog');
    await hydrated(page);
    const search = page.getByPlaceholder('Search posts...');
    await search.fill('WORD7');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article')).toContainText('Number 7 of many');
    await expect(counted(page)).toHaveText('1 post');
    await search.fill('even');
    await expect(page.getByRole('article')).toHaveCount(24);
    await expect(counted(page)).toHaveText('More than 24 posts');
    await page.getByLabel('Topic').selectOption('Seldom');
    await expect(counted(page)).toHaveText('10 posts');
    await expect(page).toHaveURL('/blog?q=even&tag=Seldom');
    await search.fill('nowhere to be found');
    await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
    await page.getByRole('button', { name: 'View all posts' }).click();
    await expect(page.getByRole('article')).toHaveCount(24);
    const requests = watch.requests.filter((call) => call !== 'GET /api/tags');
    expect(requests).not.toContain('GET /api/posts');
    for (const call of requests) expect(call).toMatch(/^GET \/api\/posts\?view=summary&limit=24/);
  });

  test('going back from a post restores the scroll position', async ({ page }) => {
    await page.goto('/about');
    await hydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await expect(page.getByRole('article')).toHaveCount(24);
    await scrollUntil(page, 48);
    const post = page.getByRole('article').nth(40);
    await post.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await post.getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Number 24 of many');
    await page.goBack();
    await expect(post).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(before, -2);
  });

  test('a page that fails to load can be requested again', async ({ page, watch }) => {
    watch.expectConsoleError(/500|answered/);
    await page.goto('/blog');
    await hydrated(page);
    await failApi(page, 'posts*');
    const older = page.getByRole('link', { name: 'Older posts' });
    await older.scrollIntoViewIfNeeded();
    await expect.poll(() => watch.requests.length).toBeGreaterThan(0);
    // There is no automatic retry.
    await page.waitForTimeout(1_000);
    expect(watch.requests.length).toBeLessThan(5);
    await page.unroute('**/api/posts*');
    await older.click();
    await expect(page.getByRole('article')).toHaveCount(48);
  });

  test('a failed search shows a message and can be retried', async ({ page, watch }) => {
    watch.expectConsoleError(/500|answered/);
    await page.goto('/blog');
    await hydrated(page);
    await failApi(page, 'posts*');
    await page.getByPlaceholder('Search posts...').pressSequentially('word7');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The posts could not be searched');
    await expect(page.getByText('No posts found')).toHaveCount(0);
    await page.unroute('**/api/posts*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(alert).toHaveCount(0);
  });
});
