import { expect, nextDialog, test } from './admin-fixtures.ts';
import { EMPTY, FOUR, listOnly, rowOf, show, TWO_DELETED, titles, typeInto } from './dashboard.ts';
import { failApi, holdApi } from './fixtures.ts';
import { LONG } from './tags.ts';

for (const [locale, timezoneId, expected] of [
  ['en-US', 'America/New_York', '3/9/2026'],
  ['de-DE', 'Europe/Berlin', '10.3.2026'],
] as const) {
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale, timezoneId });

    test(`the creation date reads ${expected}`, async ({ page }) => {
      await listOnly(page, [{ title: 'Late in March', created_at: '2026-03-09T23:30:00.000Z' }]);
      await page.goto('/admin');
      await expect(rowOf(page, 'Late in March').locator('time')).toHaveText(expected);
    });
  });
}

test('the dashboard shows that it is loading, on first load and on navigation', async ({
  page,
}) => {
  await listOnly(page, [{ title: 'Awaited' }]);
  for (const start of ['/admin', '/about']) {
    const release = await holdApi(page, 'admin/trash*');
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

test('a failed list is logged, stays empty, and says so', async ({ page, watch }) => {
  watch.expectConsoleError(/status of 500|answered 500/);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  page.on('dialog', (dialog) => logged.push(`dialog: ${dialog.message()}`));
  await failApi(page, 'admin/posts*');
  // Other tests have unfinished posts.
  await failApi(page, 'admin/working-copies');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(page.getByText(EMPTY)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The posts could not be loaded.');
  await expect(titles(page)).toHaveCount(0);
  await expect
    .poll(() => logged.join('\n'))
    .toContain('GET /admin/posts?view=summary answered 500');
  expect(logged.join('\n')).not.toContain('dialog');
});

test('the list is searched, filtered, sorted and counted', async ({ page }) => {
  await listOnly(page, FOUR, TWO_DELETED);
  await page.goto('/admin');
  await test.step('the search matches titles, excerpts and tags, ignoring case', async () => {
    const search = page.getByRole('searchbox', { name: 'Search posts' });
    for (const [query, expected] of [
      ['TIDE', ['Tides']],
      ['moon', ['Apple 2']],
      ['kitchen', ['Bread']],
      [' apple ', ['apple 10', 'Apple 2']],
    ] as const) {
      await typeInto(search, query);
      await expect(titles(page)).toHaveText([...expected]);
    }
    await typeInto(search, 'zebra');
    await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
    await typeInto(search, '');
    await expect(titles(page)).toHaveCount(4);
    await expect(page).toHaveURL('/admin');
  });

  await test.step('it can be filtered to published posts, drafts or the trash', async () => {
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

  await test.step('every column sorts in both directions', async () => {
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

  await test.step('the counts are updated after each action', async () => {
    await page.route('**/api/admin/posts/*', (route) => route.fulfill({ status: 204 }));
    void nextDialog(page);
    await rowOf(page, 'Tides').getByRole('button', { name: 'Delete' }).click();
    const buttons = page.getByRole('group', { name: 'Show' }).getByRole('button');
    await expect(buttons).toHaveText(['All 3', 'Published 2', 'Draft 1', 'Trash 3']);
  });

  await test.step('the trash sorts by the deletion date', async () => {
    await page.goto('/admin?show=trash');
    await expect(titles(page)).toHaveText(['Old, deleted late', 'New, deleted early']);
    await page.getByRole('columnheader', { name: 'Deleted' }).getByRole('button').click();
    await expect(titles(page)).toHaveText(['New, deleted early', 'Old, deleted late']);
  });
});

test('the list’s view is in the URL and survives a reload', LONG, async ({ page }) => {
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
