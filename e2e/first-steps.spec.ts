import { FIRST_STEPS } from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { entry, FOUR, listOnly, titles } from './dashboard.ts';
import { violationsInThemes } from './fixtures.ts';
import { LONG } from './tags.ts';
import { viewButton } from './visual-text.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' });

/** The parts of one line. */
const NAMED: readonly string[] = ['name_site', 'statistics'];

/** A fresh blog, of which only this line is done. */
async function startFresh(page: Page): Promise<void> {
  const json = {
    steps: FIRST_STEPS.map((name) => ({ name, done: NAMED.includes(name) })),
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
  await expect(steps(page).getByRole('listitem')).toHaveCount(5);
  await expect(steps(page).getByRole('link', { name: 'Name your site' })).toHaveCount(0);
  await expect(steps(page).getByRole('link', { name: 'write about yourself' })).toHaveAttribute(
    'href',
    `/admin/pages/edit/${BUILT_IN_PAGE_IDS.about}#text`,
  );
  await steps(page).getByText('1 done').click();
  await expect(steps(page).getByText('Name your site')).toBeVisible();
  expect(await violationsInThemes(page, 'first steps')).toEqual([]);
});

test('how one writes is one press, which opens the first post accordingly', async ({ page }) => {
  await startFresh(page);
  // The account of this site is that of other tests, too.
  const software = { version: '1.2.3', commit: null };
  let account = { username: 'admin', password_locked_by: null, editor_view: null, software };
  await page.route('**/api/admin/account', (route) => {
    account = { ...account, ...route.request().postDataJSON() };
    return route.fulfill({ json: account });
  });
  await page.goto('/admin');
  await steps(page).getByRole('button', { name: 'Write visually' }).click();
  await expect(page).toHaveURL('/admin/posts/new');
  await expect(viewButton(page, 'Visual')).toHaveAttribute('aria-pressed', 'true');
});

test('a step that leads to a field gives it the focus', async ({ page }) => {
  await startFresh(page);
  await page.goto('/admin');
  await steps(page).getByRole('link', { name: 'Add your contact address' }).click();
  await expect(page.getByLabel('Contact address')).toBeFocused();
  await page.goBack();
  await steps(page).getByRole('link', { name: 'hide the sign-up form' }).click();
  await expect(page.getByLabel('Show the newsletter block')).toBeFocused();
  await page.goBack();
  await steps(page).getByRole('link', { name: 'write about yourself' }).click();
  await expect(page.getByRole('textbox', { name: 'Content', exact: true })).toBeFocused();
  await page.goBack();
  await steps(page).getByRole('link', { name: 'import another blog' }).click();
  await expect(page.getByLabel('Choose a file')).toBeFocused();
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
  watch.expectConsoleError(/answered 500/);
  await startFresh(page);
  const [first, second] = await answerRemoval(page);
  await page.goto('/admin');
  await steps(page).getByRole('button', { name: 'Remove the sample posts' }).click();
  const status = page.getByRole('status');
  await expect(status).toHaveText(
    '2 sample posts are in the trash. 1 that you have changed stays.',
  );
  await expect(titles(page)).toHaveText(['apple 10', 'Apple 2']);
  await expect(steps(page)).toContainText('Sample posts removed');

  let isBroken = true;
  const problem = { status: 500 };
  await page.route('**/api/admin/posts/bulk', (route) => {
    const { ids } = route.request().postDataJSON() as { ids: string[] };
    const outcomes = ids.map((id) => {
      if (id === second && isBroken) return { id, outcome: 'failed', problem };
      return { id, outcome: 'done', post: id === first ? entry(FOUR[0], 0) : entry(FOUR[3], 3) };
    });
    return route.fulfill({ json: { outcomes } });
  });
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(status).toHaveText(
    'Restored 1 of 2 sample posts. The rest is in the trash. Something went wrong on the server. Try again in a moment.',
  );
  await expect(titles(page)).toHaveText(['apple 10', 'Tides', 'Apple 2']);
  isBroken = false;
  await undo.click();
  await expect(status).toHaveText('Restored 1 sample post.');
  await expect(titles(page)).toHaveCount(4);
  await expect(steps(page).getByRole('button', { name: 'Remove the sample posts' })).toBeVisible();
});
