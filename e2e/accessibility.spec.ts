import { expect, hydrated, test, violationsInThemes } from './fixtures.ts';
import { LONG } from './tags.ts';

const MAIN_PAGES = ['/blog', '/blog/the-machine-that-added-up-the-sea'];
const PAGES = [
  '/',
  ...MAIN_PAGES,
  '/blog?q=zebra',
  '/blog/one-file-kept-for-ten-years',
  '/topics/Science',
  '/about',
  '/contact',
  '/nothing',
];

for (const path of PAGES) {
  const tag = MAIN_PAGES.includes(path) ? {} : LONG;
  test(`axe finds nothing on ${path}, light and dark`, tag, async ({ page, watch }) => {
    watch.expectConsoleError(/status of 404/);
    await page.goto(path);
    await hydrated(page);
    expect(await violationsInThemes(page, path)).toEqual([]);
  });
}

test('no page scrolls sideways, down to 320 pixels', LONG, async ({ page, watch }) => {
  watch.expectConsoleError(/status of 404/);
  for (const path of PAGES) {
    await page.goto(path);
    for (const width of [320, 375, 800, 1280, 1680]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(excess, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('the keyboard reaches everything, with a visible focus', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  const total = await page.locator('a:visible, button:visible, input:visible').count();
  const reached = new Set<string>();
  for (let n = 1; n < total; n += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { outlineStyle } = getComputedStyle(element);
      const all = [...document.querySelectorAll('a, button, input')];
      return { outlineStyle, index: all.indexOf(element) };
    });
    expect(focus.outlineStyle).toBe('solid');
    reached.add(String(focus.index));
  }
  expect(reached.size).toBe(total - 1);
});

test('the keyboard alone filters, opens a post and comes back', async ({ page }) => {
  await page.goto('/blog');
  await hydrated(page);
  await page.getByPlaceholder('Search posts...').focus();
  await page.keyboard.type('leaf keeps');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Topic')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article').getByRole('link', { name: 'Science' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How a Leaf Keeps Time');
  await page.getByRole('link', { name: '← Back to Blog' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
});

test('the theme follows the system until one is chosen, which is stored', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await hydrated(page);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.goto('/about', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.body && document.styleSheets.length > 0);
  expect(await background()).toBe(dark);
  await hydrated(page);
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  expect(await background()).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).toBe(dark);
});

test('Admin and Logout are shown only with a token', async ({ page, watch, request }) => {
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  const login = await request.post('/api/login', {
    data: { username: 'admin', password: 'a password for tests' },
  });
  const { access_token } = await login.json();
  await page.evaluate((token) => localStorage.setItem('token', token), access_token);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect.poll(() => watch.requests).toContain('POST /api/logout');
  const headers = { authorization: `Bearer ${access_token}` };
  // Logging out does not wait for the server.
  await expect
    .poll(async () => (await request.get('/api/admin/posts?view=summary', { headers })).status())
    .toBe(401);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(6);
    await page.getByRole('link', { name: 'Continue Reading' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Writing by Hand, Publishing by Machine',
    );
    await page.getByRole('link', { name: '← Back to Blog' }).click();
    await expect(page.getByRole('article')).toHaveCount(8);
    for (const name of ['About', 'Contact']) {
      await page.getByRole('banner').getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    }
  });

  test('search and topics work as a plain form', async ({ page }) => {
    await page.goto('/blog');
    await page.getByPlaceholder('Search posts...').fill('beauchamp');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/blog?q=beauchamp&tag=');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByLabel('Topic').selectOption('Finance');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('No posts found matching your criteria.')).toBeVisible();
    await page.getByRole('button', { name: 'View all posts' }).click();
    await expect(page.getByRole('article')).toHaveCount(8);
  });
});
