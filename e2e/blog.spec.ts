import { expect, failApi, hold, holdApi, hydrated, test } from './fixtures.ts';
import { EMPTY_SITE } from './sites.ts';
import { LONG } from './tags.ts';

test('the list shows every published post, in one, two or three columns', async ({ page }) => {
  await page.goto('/blog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  await expect(page.getByText('Thoughts on technology, design, and life.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(8);
  for (const [width, columns] of [
    [375, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = await page
      .getByRole('article')
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left));
    expect(new Set(lefts).size, `${width} pixels`).toBe(columns);
  }
});

test('the page has no contents; they are loaded once, and searched while typing', async ({
  page,
  watch,
}) => {
  const response = await page.goto('/blog');
  expect(await response?.text()).not.toContain('Beauchamp');
  await hydrated(page);
  await expect.poll(() => watch.requests).toEqual(['GET /api/posts']);
  const search = page.getByPlaceholder('Search posts...');
  await search.pressSequentially('BEAUCHAMP');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(
    'The Machine That Added Up the Sea',
  );
  await expect(page.getByRole('status')).toHaveText('1 post');
  await expect(page).toHaveURL('/blog?q=BEAUCHAMP');
  await test.step('only visible text is searched, not markup', async () => {
    await search.fill('figcaption');
    await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
  });
  await search.fill('');
  await expect(page.getByRole('article')).toHaveCount(8);
  expect(watch.requests).toEqual(['GET /api/posts']);
});

test('topics filter, are in the URL, and follow back and forward', async ({ page }) => {
  await page.goto('/blog');
  await hydrated(page);
  const topic = page.getByLabel('Topic');
  await expect(topic.locator('option').first()).toHaveText('All Topics');
  await topic.selectOption('Finance');
  await expect(page).toHaveURL('/blog?tag=Finance');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByPlaceholder('Search posts...').fill('budget');
  await expect(page).toHaveURL('/blog?q=budget&tag=Finance');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/blog');
  await expect(page.getByRole('article')).toHaveCount(8);
  await page.goForward();
  await expect(page.getByPlaceholder('Search posts...')).toHaveValue('budget');
  await expect(topic).toHaveValue('Finance');
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test(
  'a search is one step back, also on a slow phone, and the field follows',
  LONG,
  async ({ page }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.goto('/blog');
    await hydrated(page);
    const entries = await page.evaluate(() => window.history.length);
    const search = page.getByPlaceholder('Search posts...');
    await search.pressSequentially('beauchamp', { delay: 30 });
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page).toHaveURL('/blog?q=beauchamp');
    expect(await page.evaluate(() => window.history.length)).toBe(entries + 1);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(8);
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await page.goForward();
    await expect(search).toHaveValue('beauchamp');
  },
);

test('no results show a message, View all posts clears both filters, and a topic ignores case', async ({
  page,
}) => {
  await page.goto('/blog?q=zebra&tag=Finance');
  await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
  await hydrated(page);
  await page.getByRole('button', { name: 'View all posts' }).click();
  await expect(page).toHaveURL('/blog');
  await expect(page.getByRole('article')).toHaveCount(8);
  await expect(page.getByPlaceholder('Search posts...')).toHaveValue('');
  await page.goto('/blog?tag=finance');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByLabel('Topic')).toHaveValue('Finance');
});

test('navigating to the list says Loading posts... and makes the two calls', async ({
  page,
  watch,
}) => {
  await page.goto('/about');
  await hydrated(page);
  const release = await holdApi(page, 'posts');
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByText('Loading posts...')).toBeVisible();
  release();
  await expect(page.getByRole('article')).toHaveCount(8);
  expect(watch.requests.toSorted()).toEqual(['GET /api/posts', 'GET /api/tags']);
});

test(
  'lists that fail to load stay empty, and the failure is logged',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/500|answered/);
    await page.goto('/about');
    await hydrated(page);
    await failApi(page, 'posts*');
    await failApi(page, 'tags');
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await expect(page.getByText('No posts available yet.')).toBeVisible();
    await expect(page.getByLabel('Topic').locator('option')).toHaveCount(1);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByText('No posts available yet.')).toBeVisible();
  },
);

test('a blog without posts says so', async ({ page }) => {
  await page.goto(`${EMPTY_SITE}/blog`);
  await expect(page.getByText('No posts available yet.')).toBeVisible();
  await page.goto(EMPTY_SITE);
  await expect(page.getByText('No posts available yet.')).toBeVisible();
});

test('text typed before hydration is searched for', async ({ page }) => {
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/blog', { waitUntil: 'commit' });
  const search = page.getByPlaceholder('Search posts...');
  await search.fill('beauchamp');
  release();
  await expect(page).toHaveURL('/blog?q=beauchamp');
  await expect(search).toHaveValue('beauchamp');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('no ‘not found’ message is shown while the contents load', LONG, async ({ page }) => {
  const release = await holdApi(page, 'posts');
  await page.goto('/blog');
  await hydrated(page);
  await page.getByPlaceholder('Search posts...').fill('beauchamp');
  await expect(page.getByText('Loading posts...')).toBeVisible();
  release();
  await expect(page.getByRole('article')).toHaveCount(1);
});
