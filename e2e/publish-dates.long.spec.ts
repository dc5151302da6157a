import type { Page } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { fillIn } from './editor-form.ts';
import { violations } from './fixtures.ts';
import { LONG_SITE } from './sites.ts';
import { THEMES } from './tags.ts';

const inputs = (page: Page) => page.getByRole('group', { name: 'Publication date' });
const date = (page: Page) => inputs(page).getByLabel('Date', { exact: true });
const time = (page: Page) => inputs(page).getByLabel('Time', { exact: true });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });
const saveAsDraft = (page: Page) => page.getByRole('button', { name: 'Save as Draft' });
const box = (page: Page) => page.getByLabel('Publish immediately');

/** In two years, so that a test never runs on that day. */
const FUTURE = `${new Date().getUTCFullYear() + 2}-07-16`;

const GOES_ONLINE = /^goes online \w+day, Jul 16, \d+, 8:00\sAM$/;

async function setDate(page: Page, day: string, hour: string): Promise<void> {
  await date(page).fill(day);
  await time(page).fill(hour);
}

type Dates = { published: boolean; published_at: string | null; publish_at: string | null };

async function datesOf(admin: { api: { get: Page['request']['get'] } }, id: string) {
  const [post] = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
  const { published, published_at, publish_at } = post as Dates;
  return { published, published_at, publish_at };
}

async function findId(admin: { api: { get: Page['request']['get'] } }, title: string) {
  const posts = await (await admin.api.get('/api/admin/posts?view=summary')).json();
  return posts.find((post: { title: string }) => post.title === title).id as string;
}

test('a post is scheduled, stays so when it is saved, and is unscheduled', async ({
  page,
  admin,
}) => {
  const title = uniqueTitle('Scheduled');
  await page.goto('/admin/posts/new');
  await expect(date(page)).toHaveValue('');
  await fillIn(page, { title, content: '<p>Text</p>' });
  await setDate(page, FUTURE, '08:00');
  await expect(publish(page)).toHaveAccessibleDescription(GOES_ONLINE);
  await expect(saveAsDraft(page)).toHaveAccessibleDescription('stays a draft');
  await publish(page).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  const id = await findId(admin, title);
  const scheduled = { published: false, published_at: null, publish_at: `${FUTURE}T08:00:00.000Z` };
  expect(await datesOf(admin, id)).toEqual(scheduled);

  await page.goto(`/admin/posts/edit/${id}`);
  await expect(box(page)).not.toBeChecked();
  await expect(saveAsDraft(page)).toHaveAccessibleDescription('stays scheduled');
  await page.getByLabel('Tags').fill('One');
  await saveAsDraft(page).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  expect(await datesOf(admin, id)).toEqual(scheduled);

  await page.goto(`/admin/posts/edit/${id}`);
  await inputs(page).getByRole('button', { name: 'Clear' }).click();
  await expect(saveAsDraft(page)).toHaveAccessibleDescription('ends the schedule');
  await saveAsDraft(page).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  expect(await datesOf(admin, id)).toEqual({ ...scheduled, publish_at: null });
});

test('a date in the past is the date of the post', async ({ page, admin }) => {
  const { id, slug } = await admin.createPost();
  await page.goto(`/admin/posts/edit/${id}`);
  await setDate(page, '2020-02-03', '04:05');
  await expect(publish(page)).toHaveAccessibleDescription('updates the live post');
  await publish(page).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  expect(await datesOf(admin, id)).toEqual({
    published: true,
    published_at: '2020-02-03T04:05:00.000Z',
    publish_at: null,
  });
  await page.goto(`/blog/${slug}`);
  await expect(page.locator('article time').first()).toHaveText('February 3, 2020');
});

test('a future date of a published post is refused, and leaves no trace when it is cleared', async ({
  page,
  admin,
}) => {
  const { id } = await admin.createPost();
  const before = await datesOf(admin, id);
  await page.goto(`/admin/posts/edit/${id}`);
  await setDate(page, FUTURE, '08:00');
  await expect(inputs(page).getByText('This post is already public')).toBeVisible();
  await inputs(page).getByRole('button', { name: 'Clear' }).click();
  await expect(date(page)).toBeFocused();
  await expect(date(page)).toHaveValue('');
  await expect(time(page)).toHaveValue('');
  await expect(inputs(page).getByText('This post is already public')).toHaveCount(0);
  await publish(page).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  expect(await datesOf(admin, id)).toEqual(before);
});

for (const [theme, tag] of THEMES) {
  test(`the inputs are accessible, ${theme}`, tag, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/admin/posts/new');
    await date(page).scrollIntoViewIfNeeded();
    expect(await violations(page, `dates ${theme}`)).toEqual([]);
    const excess = () => document.documentElement.scrollWidth - window.innerWidth;
    expect(await page.evaluate(excess)).toBeLessThanOrEqual(0);
  });
}

test.describe('in the time zone of the site', () => {
  test.use({ baseURL: LONG_SITE, timezoneId: 'America/New_York' });

  test('times that the clocks skip or show twice are said', async ({ page }) => {
    await page.goto('/admin/posts/new');
    await expect(inputs(page).getByText('Time zone: Europe/Berlin.')).toBeVisible();
    // The last Sundays of March and October.
    await date(page).fill('2025-03-30');
    await time(page).fill('02:30');
    await expect(inputs(page).getByText('03:30 is used.')).toBeVisible();
    await time(page).fill('04:30');
    await expect(inputs(page).getByText('is used.')).toHaveCount(0);
    await date(page).fill('2099-10-25');
    await time(page).fill('02:30');
    await expect(inputs(page).getByText('The first (GMT+2) is used.')).toBeVisible();
    await inputs(page).getByRole('button', { name: 'Use the second (GMT+1)' }).click();
    await expect(inputs(page).getByText('The second (GMT+1) is used.')).toBeVisible();
    await expect(time(page)).toHaveValue('02:30');
    await expect(publish(page)).toHaveAccessibleDescription(
      /^goes online Sunday, Oct 25, 2099, 2:30\sAM$/,
    );
  });
});
