import { type Browser, type Page, request } from '@playwright/test';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { uniqueTitle, test as withSession } from './admin-fixtures.ts';
import { expect, failApi, test, violations } from './fixtures.ts';
import { PASSWORD, WRITING_SITE } from './sites.ts';
import { LONG } from './tags.ts';

const NEW_PASSWORD = 'a better password';

const accountOf = (page: Page) => page.getByRole('region', { name: 'Account', exact: true });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

async function openAccount(page: Page): Promise<void> {
  await page.goto('/admin/settings');
  await expect(accountOf(page).getByRole('heading', { name: 'Sessions' })).toBeVisible();
}

/** Another program that is logged in, by its name. */
async function logInAs(name: string) {
  const api = await request.newContext({ baseURL: WRITING_SITE, userAgent: `${name}/1.0` });
  const response = await api.post('/api/login', {
    data: { username: 'admin', password: PASSWORD },
  });
  const { access_token } = await response.json();
  const headers = { authorization: `Bearer ${access_token}` };
  return {
    status: async () => (await api.get('/api/admin/account', { headers })).status(),
    dispose: () => api.dispose(),
  };
}

const uniqueName = () => uniqueTitle('reader').replaceAll(' ', '-');

withSession(
  'a locked password is explained; another session is listed and can be ended',
  async ({ page, watch }) => {
    watch.expectConsoleError(/status of 500|answered 500/);
    const name = uniqueName();
    const other = await logInAs(name);
    await openAccount(page);
    await withSession.step('with ADMIN_PASSWORD the password is locked', async () => {
      const account = accountOf(page);
      await expect(account).toContainText('The password is set by ADMIN_PASSWORD');
      await expect(account.getByRole('button', { name: 'Change password' })).toHaveCount(0);
      expect(await violations(page, 'the account with a locked password')).toEqual([]);
    });
    const row = accountOf(page).getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Used just now');
    await expect(row).not.toContainText('This session');
    await withSession.step('a session that cannot be ended stays, with a sentence', async () => {
      await failApi(page, 'admin/sessions/*');
      await row.getByRole('button', { name: /^End: / }).click();
      await expect(accountOf(page).getByText('The session could not be ended.')).toBeVisible();
      await expect(row.getByRole('button', { name: /^End: / })).toBeEnabled();
      expect(await other.status()).toBe(200);
      await page.unroute('**/api/admin/sessions/*');
    });
    await row.getByRole('button', { name: /^End: the session, / }).click();
    await expect(row.getByRole('button', { name: /^Ended: / })).toBeFocused();
    await expect(accountOf(page).getByText(`Ended: ${name}.`)).toBeVisible();
    expect(await other.status()).toBe(401);
    await page.reload();
    await expect(accountOf(page).getByText('This session')).toHaveCount(1);
    await expect(row).toHaveCount(0);
    await other.dispose();
  },
);

withSession(
  'an account that cannot be loaded can be tried again; ending this session is a logout',
  async ({ page, watch }) => {
    watch.expectConsoleError(/status of 500|answered 500/);
    await failApi(page, 'admin/sessions');
    await page.goto('/admin/settings');
    const account = accountOf(page);
    await expect(account.getByRole('alert')).toContainText('The account could not be loaded.');
    await page.unroute('**/api/admin/sessions');
    await account.getByRole('button', { name: 'try again' }).click();
    await expect(account.getByText('This session')).toBeVisible();
    // What is still loading when the session ends is refused.
    await expect(page.getByText('Loading webhooks...')).toHaveCount(0);
    await account
      .getByRole('listitem')
      .filter({ hasText: 'This session' })
      .getByRole('button', { name: /^End: this session, / })
      .click();
    await expect(page).toHaveURL('/login');
    expect(await storedToken(page)).toBeNull();
  },
);

test.describe('a blog whose owner has the password that the first start has made', LONG, () => {
  let site: RunningSite;

  test.beforeAll(async () => {
    site = await startSite(temporaryFolder(), { ADMIN_PASSWORD: '', DEMO_CONTENT: 'false' });
  });
  test.afterAll(() => site.stop());

  async function logIn(page: Page, password: string): Promise<void> {
    await page.goto(`${site.url}/login`);
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.keyboard.type('admin');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  }

  async function openElsewhere(browser: Browser, password: string): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await logIn(page, password);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    return page;
  }

  async function change(page: Page, old: string, next: string, again = next): Promise<void> {
    const account = accountOf(page);
    await account.getByLabel('Old password').fill(old);
    await account.getByLabel('New password', { exact: true }).fill(next);
    await account.getByLabel('Repeat new password').fill(again);
    await account.getByRole('button', { name: 'Change password' }).click();
  }

  test('from the message of the start to a password of one’s own', async ({
    page,
    browser,
    watch,
  }) => {
    watch.expectConsoleError(/status of 403|answered 403|status of 401/);
    const first = /Password +(\S+)/.exec(site.output())?.[1] ?? '';
    expect(site.output()).toMatch(/\/login\n/);
    expect(site.output()).toContain('npm run admin:password');
    await logIn(page, first);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    const elsewhere = await openElsewhere(browser, first);

    await page.goto(`${site.url}/admin/settings`);
    const account = accountOf(page);
    await expect(account.getByRole('listitem')).toHaveCount(2);
    for (const [label, autocomplete] of [
      ['Old password', 'current-password'],
      ['New password', 'new-password'],
      ['Repeat new password', 'new-password'],
    ] as const) {
      const field = account.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('autocomplete', autocomplete);
      await expect(field).toHaveAttribute('type', 'password');
      await account.getByLabel('Show passwords').check();
      await expect(field).toHaveAttribute('type', 'text');
      await account.getByLabel('Show passwords').uncheck();
    }
    const username = account
      .getByRole('region', { name: 'Password' })
      .locator('input[autocomplete="username"]');
    await expect(username).toHaveValue('admin');

    await change(page, first, NEW_PASSWORD, 'another password');
    await expect(account.getByLabel('Repeat new password')).toBeFocused();
    await expect(account.getByText('The new passwords do not match.')).toBeVisible();
    await change(page, first, 'short');
    await expect(account.getByLabel('New password', { exact: true })).toBeFocused();
    await expect(account.getByText('must have at least 10 characters')).toBeVisible();
    await change(page, 'a wrong password', NEW_PASSWORD);
    await expect(account.getByLabel('Old password')).toBeFocused();
    await expect(account.getByText('The old password is wrong.')).toBeVisible();
    expect(await violations(page, 'the account with a wrong password')).toEqual([]);

    await change(page, first, NEW_PASSWORD);
    await expect(account.getByRole('status').filter({ hasText: 'changed' })).toHaveText(
      'Password changed. All other sessions have ended.',
    );
    await expect(account.getByLabel('Old password')).toHaveValue('');
    await expect(account.getByRole('button', { name: /^Ended: / })).toHaveCount(1);
    await page.reload();
    await expect(account.getByRole('listitem')).toHaveCount(1);

    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(`${site.url}/login`);
    await logIn(elsewhere, first);
    await expect(elsewhere.getByRole('alert')).toHaveText('Invalid username or password');
    await logIn(elsewhere, NEW_PASSWORD);
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    await elsewhere.context().close();
  });
});

withSession(
  'an API token is made, publishes, and is refused as soon as it is deleted',
  async ({ page, watch }) => {
    watch.expectConsoleError(/status of 403|answered 403/);
    await openAccount(page);
    const tokens = page.getByRole('region', { name: 'API tokens' });
    const name = uniqueName();
    await tokens.getByLabel('Name').fill(name);
    await tokens.getByLabel('Scope').selectOption('publish');
    await tokens.getByLabel('Password').fill('wrong');
    await tokens.getByRole('button', { name: 'Create token' }).click();
    await expect(tokens.getByRole('alert')).toHaveText('The password is wrong.');
    await tokens.getByLabel('Password').fill(PASSWORD);
    await tokens.getByRole('button', { name: 'Create token' }).click();
    const field = tokens.getByLabel(`Token of ${name}`);
    await expect(field).toHaveValue(/^lh_/);
    expect(await violations(page, 'the account with a new API token')).toEqual([]);
    const api = await request.newContext({
      baseURL: WRITING_SITE,
      extraHTTPHeaders: { authorization: `Bearer ${await field.inputValue()}` },
    });
    const publish = () =>
      api.post('/api/admin/posts', {
        data: { title: uniqueTitle('By a script'), excerpt: 'x', content: 'x', published: true },
      });
    expect((await publish()).status()).toBe(201);
    expect((await api.get('/api/admin/sessions')).status()).toBe(403);
    page.once('dialog', (dialog) => dialog.accept());
    await tokens.getByRole('button', { name: `Delete: the API token ${name}` }).click();
    await expect(tokens.getByText(`Deleted: ${name}.`)).toBeVisible();
    expect((await publish()).status()).toBe(401);
    await page.reload();
    await expect(tokens).toBeVisible();
    await expect(tokens.getByText(name)).toHaveCount(0);
    await api.dispose();
  },
);
