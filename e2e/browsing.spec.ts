import { expect, holdApi, hydrated, test, violations } from './fixtures.ts';

const OLDER = 'How a Leaf Keeps Time';
const MORE = { name: 'More posts' };

test('a post leads to the one before it, and back, without another call', async ({
  page,
  watch,
}) => {
  await page.goto('/blog/the-machine-that-added-up-the-sea');
  await hydrated(page);
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  const previous = page.getByRole('navigation', MORE).getByRole('link', { name: /^Previous: / });
  await expect(previous).toHaveAttribute('rel', 'prev');
  const slug = (await previous.getAttribute('href'))?.split('/').at(-1);
  await previous.click();
  await expect(page).toHaveURL(`/blog/${slug}`);
  const next = page.getByRole('link', { name: `Next: ${title}` });
  await expect(next).toHaveAttribute('rel', 'next');
  expect(new Set(watch.requests)).toEqual(
    new Set([`GET /api/posts/${slug}`, `GET /api/posts?view=summary&limit=3&related=${slug}`]),
  );
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('a post leads to the page of its topic, which says that it loads', async ({ page }) => {
  await page.goto('/blog/how-a-leaf-keeps-time');
  await hydrated(page);
  const release = await holdApi(page, 'posts?*');
  await page.getByRole('navigation', MORE).getByRole('link', { name: 'Science' }).click();
  await expect(page.getByText('Loading posts...')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Science');
  release();
  await expect(page).toHaveTitle('Science · Longhand');
  await expect(page).toHaveURL('/topics/Science');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('article').getByRole('link', { name: OLDER }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(OLDER);
});

test('the list ends with the years, which lead to all posts of a year', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  const year = page.getByRole('navigation', { name: 'Archive' }).getByRole('link').first();
  await expect(year).toHaveAccessibleName(/^\d{4} \d+ posts?$/);
  await page.getByPlaceholder('Search posts...').fill('leaf');
  await expect(year).toHaveCount(0);
  await page.getByPlaceholder('Search posts...').fill('');
  await expect(page.getByRole('article')).toHaveCount(8);
  const release = await holdApi(page, 'archive/*');
  await year.click();
  await expect(page.getByText('Loading posts...')).toBeVisible();
  release();
  await expect(page).toHaveTitle(/^Posts of \d{4} · Longhand$/);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(await violations(page, 'archive')).toEqual([]);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Share This Post' })).toBeAttached();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every post is reached by links: year, post, previous post, topic', async ({ page }) => {
    await page.goto('/blog');
    await page.getByRole('navigation', { name: 'Archive' }).getByRole('link').first().click();
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    const more = page.getByRole('navigation', MORE);
    await more.getByRole('link', { name: /^Previous: / }).click();
    await expect(more.getByRole('link', { name: /^Next: / })).toBeVisible();
    await more.locator('[href^="/topics/"]').first().click();
    await expect(page).toHaveURL(/\/topics\//);
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
