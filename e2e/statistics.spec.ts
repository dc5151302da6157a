import type { Page } from '@playwright/test';
import { addDays, lastDays } from '../web/app/admin/statistics/days.ts';
import { expect, test } from './admin-fixtures.ts';
import { violationsInThemes } from './fixtures.ts';
import { expectNoSidewaysScroll } from './screens.ts';

const ID = '01890000-0000-7000-8000-000000000001';

function numbersOf(from: string, to: string) {
  const days = [0, 1, 2].map((n) => addDays(to, -n)).filter((day) => day >= from);
  return {
    first_day: '2026-01-01',
    days: days.map((day, index) => ({ day, views: 30 - index * 10, visitors: 9 - index })),
    posts: [{ id: ID, title: 'Tides', slug: 'tides', views: 40, visitors: 20, finished: 10 }],
    referrers: [{ referrer: 'news.example/item', views: 12 }],
    devices: [{ device: 'phone', views: 40 }],
    languages: [{ language: 'en', views: 40 }],
    reading: { parts: [{ percent: 100, views: 10 }], seconds: [{ from: 60, views: 10 }] },
    feeds: { days: [{ day: to, subscribers: 5, fetchers: 2 }], readers: [] },
  };
}

async function answerNumbers(page: Page): Promise<void> {
  await page.route('**/api/admin/statistics?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const json = numbersOf(searchParams.get('from') ?? '', searchParams.get('to') ?? '');
    return route.fulfill({ json });
  });
}

const range = lastDays(30, '2026-01-30');

test('the statistics are reached from the dashboard, read with keys, and left by going back', async ({
  page,
}) => {
  await answerNumbers(page);
  await page.goto('/admin');
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Statistics' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statistics');
  await page.getByLabel('To', { exact: true }).fill(range.to);
  // The address comes before what it shows.
  await expect(page.getByText('1 day before')).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill(range.from);
  await expect(page).toHaveURL(`/admin/statistics?from=${range.from}&to=${range.to}`);
  await expect(page.getByText('30 days before')).toBeVisible();
  const chart = page.getByRole('application', { name: 'Views by day' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('output')).toContainText('Jan 29, 2026: 20 views, 8 visitors');
  await page.getByRole('button', { name: 'By week' }).click();
  await expect(page).toHaveURL(/by=week/);
  await page.getByRole('region', { name: 'Posts' }).getByRole('link', { name: 'Tides' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Tides');
  await expectNoSidewaysScroll(page, 'one post');
  expect(await violationsInThemes(page, 'statistics of a post')).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Posts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('application', { name: 'Views by day' })).toBeVisible();
  await page.getByText('Numbers as a table').click();
  await expectNoSidewaysScroll(page, 'statistics');
  expect(await violationsInThemes(page, 'statistics')).toEqual([]);
});
