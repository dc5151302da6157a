import { expect, logIn, nextDialog, test } from './admin-fixtures.ts';
import { SITE } from './sites.ts';

// A site of its own: other tests would be logged out, too.
test.use({ baseURL: SITE, ownContext: true });

const QUESTION = 'Log out everywhere, including in this browser?';

test('logging out everywhere ends this session and that of another browser', async ({
  page,
  browser,
  watch,
}) => {
  const token = await logIn(SITE);
  const other = await browser.newContext({ baseURL: SITE });
  await other.addInitScript((value) => {
    if (!localStorage.getItem('token given')) localStorage.setItem('token', value);
    localStorage.setItem('token given', 'yes');
  }, token);
  const otherPage = await other.newPage();
  await otherPage.goto('/admin');
  await expect(otherPage.getByRole('table', { name: 'All Posts' })).toBeVisible();

  await page.goto('/admin');
  const button = page.getByRole('button', { name: 'Log out everywhere' });
  const refused = nextDialog(page, 'dismiss');
  await button.click();
  expect(await refused).toBe(QUESTION);
  await expect(page).toHaveURL('/admin');

  await page.route('**/api/admin/logout-everywhere', (route) => route.abort(), { times: 1 });
  watch.expectConsoleError(/net::ERR_FAILED|Failed to fetch/);
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  await button.click();
  await expect.poll(() => said).toEqual([QUESTION, expect.stringContaining('Please try again.')]);
  await expect(page).toHaveURL('/admin');

  await button.click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await otherPage.reload();
  await expect(otherPage).toHaveURL('/login');
  await expect(otherPage.getByText('Your session has ended.')).toBeVisible();
  await other.close();
});
