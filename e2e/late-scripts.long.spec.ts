import type { Page } from '@playwright/test';
import { expect, hold, hydrated, test } from './fixtures.ts';

test.use({ ownContext: true });

const SCRIPTS = '**/assets/*.js';

function entries(page: Page): Promise<number> {
  return page.evaluate(() => window.history.length);
}

test('a page that is only read starts its scripts after three seconds', async ({
  page,
  request,
}) => {
  expect(await (await request.get('/')).text()).not.toMatch(/modulepreload|type="module"/);
  // A pointer that rests there is no sign of intent.
  await page.mouse.move(200, 200);
  await page.goto('/');
  await page.waitForFunction(() => document.documentElement.dataset.scripts === 'ready');
  const [loaded, fetched] = await page.evaluate(() => [
    performance.getEntriesByType('navigation')[0]?.toJSON().loadEventStart,
    performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime,
  ]);
  expect(fetched).toBeGreaterThan(loaded + 3_000);
});

test('before the scripts have come, a link opens its page once', async ({ page }) => {
  const release = await hold(page, SCRIPTS);
  await page.goto('/');
  const before = await entries(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  expect(await entries(page)).toBe(before + 1);
  release();
  await hydrated(page);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('scripts that come while another page is loading leave that alone', async ({ page }) => {
  const releaseScripts = await hold(page, SCRIPTS);
  const releasePage = await hold(page, '**/blog?**');
  await page.goto('/blog');
  const before = await entries(page);
  await page.evaluate(() => {
    const note = () =>
      sessionStorage.setItem('left', document.documentElement.dataset.scripts ?? '');
    window.addEventListener('pagehide', note);
  });
  const field = page.getByRole('searchbox');
  await field.fill('tide');
  await field.press('Enter', { noWaitAfter: true });
  releaseScripts();
  await page.mouse.move(10, 10);
  // Long enough for them to run, if they did.
  await page.waitForTimeout(500);
  releasePage();
  await expect(page).toHaveURL(/\/blog\?q=tide/);
  await expect(field).toHaveValue('tide');
  expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBe('');
  await hydrated(page);
  expect(await entries(page)).toBe(before + 1);
});

test('the theme can be switched before React runs, and once by each click after it', async ({
  page,
}) => {
  const release = await hold(page, SCRIPTS);
  await page.goto('/');
  const root = page.locator('html');
  const button = page.getByRole('button', { name: 'Switch between light and dark' });
  await button.click();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  release();
  await hydrated(page);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await button.click();
  await expect(root).not.toHaveAttribute('data-theme');
});

test('a topic that is chosen before React runs opens its list', async ({ page }) => {
  const release = await hold(page, SCRIPTS);
  await page.goto('/blog');
  const before = await entries(page);
  const topics = page.getByRole('combobox', { name: 'Topic' });
  await topics.selectOption('Design');
  await expect(page).toHaveURL(/[?&]tag=Design/);
  await expect(topics).toHaveValue('Design');
  release();
  await hydrated(page);
  await expect(topics).toHaveValue('Design');
  expect(await entries(page)).toBe(before + 1);
});

test('a topic that is chosen while React starts is chosen once', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const select = document.querySelector('select');
      if (document.documentElement.dataset.scripts !== 'started' || !select) return;
      select.value = 'Design';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }).observe(document, { subtree: true, attributeFilter: ['data-scripts'] });
  });
  await page.goto('/blog');
  const before = await entries(page);
  await hydrated(page);
  await expect(page).toHaveURL('/blog?tag=Design');
  await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveValue('Design');
  await expect(page.getByRole('status')).toHaveText('3 posts');
  expect(await entries(page)).toBe(before + 1);
});

test('an address that is submitted before React runs is answered when it does', async ({
  page,
}) => {
  const release = await hold(page, SCRIPTS);
  await page.goto('/');
  const field = page.getByLabel('Your email address');
  await field.fill('reader@example.com');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const thanks = page.getByText('Thank you for your interest.');
  await expect(thanks).toHaveCount(0);
  release();
  await expect(thanks).toBeVisible();
  await expect(field).toHaveValue('reader@example.com');
  await expect(page).toHaveURL('/');
});

test('without its scripts a page goes on, and tries again at the next sign of intent', async ({
  page,
  watch,
}) => {
  watch.expectConsoleError(/Failed to load resource/);
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Subscribe' });
  await page.getByLabel('Your email address').fill('reader@example.com');
  await button.click();
  await expect
    .poll(() => button.evaluate((element: HTMLButtonElement) => element.validationMessage))
    .toContain('nothing was sent');
  await expect(page).toHaveURL('/');
  await page.unroute(SCRIPTS);
  await button.click();
  await expect(page.getByText('Thank you for your interest.')).toBeVisible();
});

test('scripts that come while somebody types change neither the text nor the caret', async ({
  page,
}) => {
  const release = await hold(page, SCRIPTS);
  await page.goto('/blog');
  const field = page.getByRole('searchbox');
  await field.pressSequentially('theline');
  for (let n = 0; n < 4; n += 1) await field.press('ArrowLeft');
  release();
  for (const key of ' mach') await field.press(key, { delay: 40 });
  await hydrated(page);
  await field.press('i');
  await field.press('n');
  await expect(field).toHaveValue('the machinline');
  await expect(field).toBeFocused();
  const caret = await field.evaluate((input: HTMLInputElement) => input.selectionStart);
  expect(caret).toBe('the machin'.length);
  await expect(page).toHaveURL(/q=the\+machinline/);
});

test('where somebody has scrolled to before React runs is where they stay', async ({ page }) => {
  const release = await hold(page, SCRIPTS);
  await page.goto('/blog');
  await page.mouse.wheel(0, 700);
  await page.waitForFunction(() => window.scrollY === 700);
  release();
  await hydrated(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(700);
});

test('what somebody has opened before React runs stays open', async ({ page }) => {
  const release = await hold(page, SCRIPTS);
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto('/blog/margins-are-not-empty');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByText('Contents').click();
  await expect(contents.getByRole('listitem').first()).toBeVisible();
  release();
  await hydrated(page);
  await expect(contents.getByRole('listitem').first()).toBeVisible();
});

test('who saves data gets the scripts at the first sign of intent', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url());
  });
  await page.clock.install();
  await page.goto('/');
  await page.clock.fastForward('01:00');
  // Answered after the scripts were asked for, if they were.
  await page.evaluate(() => fetch('/robots.txt'));
  expect(scripts).toEqual([]);
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => document.documentElement.dataset.scripts === 'ready');
});

test('a picture that is pressed before React runs opens large when it does', async ({ page }) => {
  const release = await hold(page, SCRIPTS);
  await page.goto('/blog/the-machine-that-added-up-the-sea');
  await page.locator('article header img').click();
  await page.locator('article figure img').click();
  release();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect(dialog).toContainText('2 of 2');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
