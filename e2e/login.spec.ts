import type { Page, Route } from '@playwright/test';
import { logIn, uniqueTitle, test as withSession } from './admin-fixtures.ts';
import { expect, hold, holdApi, hydrated, test } from './fixtures.ts';
import { PASSWORD, WRITING_SITE } from './sites.ts';
import { LONG } from './tags.ts';

const FAILED = 'Invalid username or password';
const ENDED = 'Your session has ended. Please log in again to return to where you were.';

test.use({ baseURL: WRITING_SITE });

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

async function fillAndSend(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(password);
  await loginButton(page).click();
}

test('the login has its heading, two required fields with labels, and a button', async ({
  page,
  watch,
}) => {
  const response = await page.goto('/login');
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/^Admin Login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  await expect(page.getByLabel('Username')).toHaveAttribute('required');
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('Password')).toHaveAttribute('required');
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password');
  await expect(loginButton(page)).toBeEnabled();
  await expect(page.getByText(FAILED)).toHaveCount(0);
  await expect(page.getByText(ENDED)).toHaveCount(0);
  await expect(page.getByLabel('Username')).toBeFocused();

  await test.step('the browser refuses an empty field, and nothing is sent', async () => {
    await loginButton(page).click();
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.getByLabel('Username').fill('admin');
    await loginButton(page).click();
    await expect(page.getByLabel('Password')).toBeFocused();
    expect(
      await page
        .getByLabel('Password')
        .evaluate((field: HTMLInputElement) => field.validity.valueMissing),
    ).toBe(true);
    await expect(page).toHaveURL('/login');
    expect(watch.requests).toEqual(['GET /api/login']);
  });

  await test.step('the first field is focused without moving the page on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test('the focus does not jump back to the first field while typing', LONG, async ({ page }) => {
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Password').pressSequentially('sec');
  release();
  await expect(loginButton(page)).toBeEnabled();
  await page.keyboard.type('ret');
  await expect(page.getByLabel('Password')).toHaveValue('secret');
  await expect(page.getByLabel('Password')).toBeFocused();
});

test('logging in shows its progress, stores the token and opens the dashboard', async ({
  page,
}) => {
  await page.goto('/login');
  const release = await holdApi(page, 'login');
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/api/login') && response.request().method() === 'POST',
  );
  await fillAndSend(page);
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  expect(await storedToken(page)).toBeNull();
  release();
  const { access_token } = await (await answered).json();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  expect(await storedToken(page)).toBe(access_token);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Admin' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('the login sends exactly what was typed, also with Enter, and never in a URL', async ({
  page,
  watch,
}) => {
  watch.expectConsoleError(/status of 500|answered 500/);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/login');
  await expect(loginButton(page)).toBeEnabled();
  await page.route('**/api/login', (route) => route.fulfill({ status: 500, body: '{}' }));
  await fillAndSend(page);
  await expect(page.getByRole('alert')).toHaveText(FAILED);
  await page.unroute('**/api/login');
  const sent = page.waitForRequest('**/api/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  const request = await sent;
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({ username: 'admin', password: PASSWORD });
  expect(await request.headerValue('authorization')).toBeNull();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) {
    expect(decodeURIComponent(address.replaceAll('+', ' '))).not.toContain(PASSWORD);
  }
});

const ADMIN_ADDRESSES = [
  '/admin',
  '/admin?show=draft&q=sea',
  '/admin/posts/new',
  '/admin/posts/edit/01890000-0000-7000-8000-000000000000',
  '/admin/posts/edit/01890000-0000-7000-8000-000000000000/history',
  '/admin/nothing/here',
];

test(
  'without a token every address of the administration leads to the login, and from there back',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/status of 404|answered 404/);
    for (const address of ADMIN_ADDRESSES)
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page).toHaveURL('/login');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
        await expect(page.getByText(ENDED)).toHaveCount(0);
        await expect(page.getByLabel('Username')).toBeFocused();
        // The form asks what the login needs, and nothing else is sent.
        expect(watch.requests.filter((sent) => sent !== 'GET /api/login')).toEqual([]);
        await fillAndSend(page);
        await expect(page).toHaveURL(address);
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Admin Login');
        await page.evaluate(() => localStorage.removeItem('token'));
        // Calls of the page that was opened may still be sent.
        await page.goto('/about');
        watch.requests.length = 0;
      });
  },
);

test('leaving the login page discards the redirect', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await expect(page).toHaveURL('/login');
  await expect(loginButton(page)).toBeEnabled();
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  await test.step('the header shows visitors no way to the administration', async () => {
    const links = page.getByRole('banner').getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/admin|login/)]),
    );
  });
  await page.goto('/login');
  await fillAndSend(page);
  await expect(page).toHaveURL('/admin');
});

test('with a token, the login redirects to the dashboard', async ({ page }) => {
  await page.goto('/about');
  const token = await logIn();
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto('/login');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

const FAILURES: Record<string, (route: Route) => Promise<void>> = {
  'a wrong password': (route) => route.continue(),
  'an API that fails': (route) => route.fulfill({ status: 500, body: '{}' }),
  'too many attempts': (route) => route.fulfill({ status: 429, headers: { 'retry-after': '9' } }),
  'an API out of reach': (route) => route.abort(),
  'a response that is not JSON': (route) => route.fulfill({ status: 200, body: '<p>Hello</p>' }),
  'a response without a token': (route) => route.fulfill({ status: 200, body: '{}' }),
};

test(
  'whatever fails is an invalid username or password; nothing is stored or lost',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/Failed to load resource|POST \/login answered|fetch|JSON/);
    for (const [failure, handle] of Object.entries(FAILURES))
      await test.step(failure, async () => {
        await page.goto('/login');
        await page.route('**/api/login', (route) =>
          route.request().method() === 'POST' ? handle(route) : route.fallback(),
        );
        await fillAndSend(page, 'not the password');
        await expect(page.getByRole('alert')).toHaveText(FAILED);
        await expect(page).toHaveURL('/login');
        expect(await storedToken(page)).toBeNull();
        await expect(page.getByLabel('Username')).toHaveValue('admin');
        await expect(page.getByLabel('Password')).toHaveValue('not the password');
        await page.unroute('**/api/login');
      });
    await fillAndSend(page);
    await expect(page).toHaveURL('/admin');
  },
);

test('the form can be submitted only after hydration', async ({ page }) => {
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await expect(loginButton(page)).toBeDisabled();
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL('/login');
  release();
  await expect(loginButton(page)).toBeEnabled();
  await expect(page.getByLabel('Password')).toHaveValue(PASSWORD);
  await loginButton(page).click();
  await expect(page).toHaveURL('/admin');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the first field is focused, but the login cannot be submitted and says why', async ({
    page,
  }) => {
    const response = await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeFocused();
    await expect(loginButton(page)).toBeDisabled();
    expect(await response?.text()).toContain('<noscript><p>Logging in needs JavaScript.');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Password').press('Enter');
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Password')).toHaveValue(PASSWORD);
  });
});

/** Calls that the logout overtakes are refused, which browsers report. */
async function listsLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await page.waitForLoadState('networkidle');
}

withSession(
  'Logout removes the token, ends the session and opens the login',
  async ({ page, admin }) => {
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    await test.step('the first field is focused for a second login', async () => {
      await page.goto('/login?again');
      await expect(loginButton(page)).toBeEnabled();
      await expect(page.getByLabel('Username')).toBeFocused();
    });
    await page.goto('/admin');
    await listsLoaded(page);
    const ended = page.waitForResponse('**/api/logout');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
    await expect(page.getByText(ENDED)).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveCount(0);
    expect(await storedToken(page)).toBeNull();
    expect((await ended).ok()).toBe(true);
    expect((await admin.api.get('/api/admin/posts')).status()).toBe(401);
    await expect(page.getByLabel('Username')).toBeFocused();
  },
);

withSession('Logout works where the server cannot be reached', async ({ page, watch }) => {
  watch.expectConsoleError(/Failed to (load|fetch)/);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await page.route('**/api/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await storedToken(page)).toBeNull();
});

withSession('logging out in one tab logs out the others', async ({ page, context, admin: _ }) => {
  await page.goto('/admin');
  await listsLoaded(page);
  const other = await context.newPage();
  await other.goto('/about');
  await hydrated(other);
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  await expect(page.getByRole('status')).toContainText('you were logged out in another tab');
});

withSession(
  'a session that ends on the server leads to the login with a notice, and back',
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/status of 401/);
    const title = uniqueTitle('Still public');
    const post = await admin.createPost({ title });
    const address = `/admin?q=${encodeURIComponent(title).replaceAll('%20', '+')}`;
    await page.goto(address);
    const row = page.getByRole('row', { name: title });
    await expect(row).toBeVisible();
    expect((await admin.api.post('/api/logout')).ok()).toBe(true);
    // A list that is still loading may have led to the login before: then there is no button.
    await row
      .getByRole('button', { name: 'Unpublish', includeHidden: true })
      .evaluateAll(([button]) => (button as HTMLElement | undefined)?.click());
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(ENDED)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await fillAndSend(page);
    await expect(page).toHaveURL(address);
    await expect(row.getByText('Published', { exact: true })).toBeVisible();
    expect((await page.request.get(`/api/posts/${post.slug}`)).status()).toBe(200);
  },
);

withSession('an invalid token never shows the dashboard', async ({ page, admin, watch }) => {
  watch.expectConsoleError(/status of 401/);
  await admin.api.post('/api/logout');
  await page.goto('/admin/posts/new');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Post');
  await page.goto('/admin');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(ENDED)).toBeVisible();
  expect(await storedToken(page)).toBeNull();
});
