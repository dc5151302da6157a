import { FIRST_STEPS } from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/page-addresses';
import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { entry, FOUR, listOnly, titles } from './dashboard.ts';
import { violationsInThemes } from './fixtures.ts';
import { LONG } from './tags.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' });

/** A fresh blog, of which only the name is done. */
async function startFresh(page: Page): Promise<void> {
  const json = {
    steps: FIRST_STEPS.map((name) => ({ name, done: name === 'name_site' })),
    dismissed: false,
  };
  await listOnly(page, FOUR);
  await page.route('**/api/admin/first-steps', (route) => route.fulfill({ json }));
}

/** Two of the four. */
async function answerRemoval(page: Page): Promise<string[]> {
  const removed = [0, 3].map((n) => `01890000-0000-7000-8000-00000000000${n}`);
  await page.route('**/api/admin/sample-posts', (route) =>
    route.fulfill({ json: { removed, kept: 1 } }),
  );
  return removed;
}

test('the dashboard shows what is done and where the rest is done, in light and dark', async ({
  page,
}) => {
  await startFresh(page);
  await page.goto('/admin');
  await expect(steps(page).getByRole('listitem')).toHaveCount(FIRST_STEPS.length);
  await expect(steps(page).getByRole('listitem').first()).toHaveText(/Name your site · done/);
  await expect(steps(page).getByRole('link', { name: 'Name your site' })).toHaveCount(0);
  await expect(steps(page).getByRole('link', { name: 'Write about yourself' })).toHaveAttribute(
    'href',
    `/admin/pages/edit/${BUILT_IN_PAGE_IDS.about}`,
  );
  await expect(steps(page).getByRole('link', { name: 'Write the first post' })).toHaveAttribute(
    'href',
    '/admin/posts/new',
  );
  expect(await violationsInThemes(page, 'first steps')).toEqual([]);
});

test('dismissing is sent to the server, and what fails is said', LONG, async ({ page, watch }) => {
  watch.expectConsoleError(/status of 500|answered 500/);
  await startFresh(page);
  let status = 500;
  await page.route('**/api/admin/first-steps/dismiss', (route) => route.fulfill({ status }));
  await page.goto('/admin');
  const dismiss = steps(page).getByRole('button', { name: 'Dismiss' });
  await dismiss.click();
  await expect(page.getByRole('status')).toHaveText(/could not be dismissed and will appear again/);
  await page.reload();
  status = 204;
  await dismiss.click();
  await expect(page.getByRole('status')).toHaveText('The first steps are dismissed.');
  await expect(steps(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'All Posts' })).toBeFocused();
});

test('the samples can be removed and brought back; one that fails can be tried again', async ({
  page,
  watch,
}) => {
  watch.expectConsoleError(/status of 500|answered 500/);
  await startFresh(page);
  const [first, second] = await answerRemoval(page);
  await page.goto('/admin');
  await steps(page).getByRole('button', { name: 'Remove the sample posts' }).click();
  const status = page.getByRole('status');
  await expect(status).toHaveText(
    '2 sample posts are in the trash. 1 that you have changed stays.',
  );
  await expect(titles(page)).toHaveText(['apple 10', 'Apple 2']);
  await expect(steps(page)).toContainText(/Remove the sample posts · done/);

  let isBroken = true;
  await page.route(`**/api/admin/trash/${first}/restore`, (route) =>
    route.fulfill({ json: entry(FOUR[0], 0) }),
  );
  await page.route(`**/api/admin/trash/${second}/restore`, (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: {} })
      : route.fulfill({ json: entry(FOUR[3], 3) }),
  );
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(status).toHaveText(
    '1 of 2 sample posts is back, the rest is in the trash. Something went wrong on the server. Try again in a moment.',
  );
  await expect(titles(page)).toHaveText(['apple 10', 'Tides', 'Apple 2']);
  isBroken = false;
  await undo.click();
  await expect(status).toHaveText('1 sample post is back.');
  await expect(titles(page)).toHaveCount(4);
  await expect(steps(page).getByRole('button', { name: 'Remove the sample posts' })).toBeVisible();
});
