import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Statistics } from '@longhand/contract/statistics/statistics';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { sessionHeaders } from '../test-support/administrator.ts';
import { findChromium, JOURNEY_FLAGS, NO_NETWORK } from '../test-support/chromium.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { ADMIN_PASSWORD, startSite } from '../test-support/site.ts';
import { expect, test } from './fixtures.ts';

/** That of a person: the browser of the tests says that it is a robot. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/** Another site, which links each post. */
async function startOtherSite(links: readonly string[]) {
  const html = links.map((link, n) => `<a href="${link}">${n}</a>`).join(' ');
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(html),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, stop: () => server.close() };
}

async function startBlog() {
  const running = await startSite(temporaryFolder(), { DEMO_CONTENT: 'false' });
  const url = `http://localhost:${running.port}`;
  const authorization = await sessionHeaders(url, ADMIN_PASSWORD);
  const headers = { ...authorization, 'content-type': 'application/json' };
  async function call(path: string, method = 'GET', body?: object) {
    const response = await fetch(`${url}/api/admin/${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${path}`).toBe(true);
    return response.json();
  }
  async function addPost(title: string): Promise<string> {
    const content = `<p>${'Salt and water. '.repeat(40)}</p>`.repeat(30);
    const { slug } = await call('posts', 'POST', { title, excerpt: 'E', content, published: true });
    return `/blog/${slug}`;
  }
  await call('settings', 'PUT', { statistics: true });
  return {
    url,
    token: authorization.authorization?.slice('Bearer '.length),
    call,
    addPost,
    stop: running.stop,
  };
}

/** The path of each message that says that a page was seen. */
function watchViews(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on('request', (request) => {
    if (!request.url().endsWith('/api/views')) return;
    const { path, end } = request.postDataJSON();
    if (end[1] === 4) seen.push(path);
  });
  return seen;
}

/** The time of the page, of which a second makes a view. */
async function readFor(page: Page, ms: number): Promise<void> {
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), ms);
}

const hydrated = (page: Page) =>
  page.locator('html[data-scripts="ready"]').waitFor({ state: 'attached' });

test('what is read is counted once, and what is not read never', async () => {
  test.setTimeout(600_000);
  const blog = await startBlog();
  const [first, second, third] = [
    await blog.addPost('First'),
    await blog.addPost('Second'),
    await blog.addPost('Third'),
  ];
  const other = await startOtherSite([first, second, third].map((path) => blog.url + path));
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [...JOURNEY_FLAGS, NO_NETWORK],
  });
  const contexts: BrowserContext[] = [];
  async function visit(more: Parameters<typeof browser.newContext>[0] = {}) {
    const context = await browser.newContext({
      ...{ baseURL: blog.url, userAgent: USER_AGENT, serviceWorkers: 'block' },
      ...more,
    });
    contexts.push(context);
    return { context, page: await context.newPage(), seen: watchViews(context) };
  }

  await test.step('from another site, by a link within the site, reloaded, back and forward', async () => {
    const { page, seen } = await visit();
    await page.goto(`http://${other.host}/`);
    await page.getByRole('link', { name: '0' }).click();
    await expect.poll(() => seen).toEqual([first]);
    await page.mouse.move(9, 9);
    await hydrated(page);
    await page.getByRole('link', { name: 'Blog', exact: true }).first().click();
    await expect.poll(() => seen).toEqual([first, '/blog']);
    await page.getByRole('link', { name: 'Second' }).first().click();
    await expect.poll(() => seen).toEqual([first, '/blog', second]);
    await page.goBack();
    await expect.poll(() => seen.slice(3)).toEqual(['/blog']);
    await page.goForward();
    await expect.poll(() => seen.slice(4)).toEqual([second]);
    await page.reload();
    await expect.poll(() => seen.slice(5)).toEqual([second]);
    await page.evaluate(() => {
      location.hash = '#x';
    });
    await readFor(page, 2_000);
    expect(seen).toHaveLength(6);
  });

  await test.step('a page that the browser has kept is read again, a tab that is shown again is not', async () => {
    const { page, seen } = await visit();
    await page.goto(`http://${other.host}/`);
    await page.getByRole('link', { name: '2' }).click();
    await expect.poll(() => seen).toEqual([third]);
    // The browser of the tests keeps no page that was left, so it says what another one would.
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect.poll(() => seen).toEqual([third, third]);
    for (const hidden of [true, false]) {
      await page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, hidden);
      await readFor(page, 1_500);
    }
    expect(seen).toHaveLength(2);
    await page.mouse.move(9, 9);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await readFor(page, 600);
    await page.close();
  });

  await test.step('closed at once, prefetched, and hidden all the time', async () => {
    const closed = await visit();
    await closed.page.clock.install({ time: 0 });
    await closed.page.clock.pauseAt(1_000);
    await closed.page.goto(first);
    await closed.page.clock.runFor(900);
    await closed.page.close();
    expect(closed.seen).toEqual([]);
    const { context, page: list, seen } = await visit();
    await list.goto('/about');
    await list.evaluate((href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'prefetch', href });
      document.head.append(link);
    }, second);
    await expect.poll(() => seen).toEqual(['/about']);
    const hidden = await context.newPage();
    await hidden.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { value: true });
    });
    await hidden.goto(third);
    await readFor(hidden, 2_500);
    expect(seen).toEqual(['/about']);
  });

  await test.step('offline, from the copy', async () => {
    const { context, page, seen } = await visit({ serviceWorkers: 'allow' });
    await page.goto(third);
    await hydrated(page);
    await expect.poll(() => seen).toEqual([third]);
    const kept = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.includes('pages'));
        const pages = await Promise.all(
          names.map(async (name) => (await caches.open(name)).keys()),
        );
        return pages.flat().map(({ url }) => new URL(url).pathname);
      });
    await expect.poll(kept).toContain(third);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('complementary', { name: 'Saved copy' })).toBeVisible();
    await readFor(page, 2_500);
    expect(seen).toEqual([third]);
    await context.setOffline(false);
    await readFor(page, 1_500);
    expect(seen).toEqual([third]);
  });

  await test.step('the owner, who asks not to be counted, and previews', async () => {
    const owner = await visit();
    await owner.context.addInitScript(
      (token) => localStorage.setItem('token', token ?? ''),
      blog.token,
    );
    await owner.page.goto(first);
    await readFor(owner.page, 2_500);
    expect(owner.seen).toEqual([]);
    const later = await visit();
    await later.page.goto(first);
    await expect.poll(() => later.seen).toEqual([first]);
    const login = await later.context.newPage();
    await login.goto('/login');
    await login.evaluate((token) => localStorage.setItem('token', token ?? ''), blog.token);
    await login.close();
    await later.page.getByRole('link', { name: 'Blog', exact: true }).first().click();
    await expect(later.page).toHaveURL(/\/blog$/);
    await readFor(later.page, 2_500);
    expect(later.seen).toEqual([first]);
    const { page } = await visit({ extraHTTPHeaders: { 'sec-gpc': '1' } });
    await page.goto(first);
    await readFor(page, 2_500);
    const draft = { title: 'Draft', excerpt: 'E', content: '<p>Text</p>' };
    const { id } = await blog.call('posts', 'POST', draft);
    const { url } = await blog.call(`posts/${id}/preview-links`, 'POST', {});
    const preview = await visit();
    await preview.page.goto(new URL(url).pathname);
    await readFor(preview.page, 2_500);
    expect(preview.seen).toEqual([]);
  });

  await test.step('six more, three of them on phones, in other languages', async () => {
    for (const path of [first, second, third])
      for (const more of [
        { userAgent: PHONE, locale: 'de-AT' },
        { userAgent: USER_AGENT, locale: 'ja-JP' },
      ]) {
        const { context, page, seen } = await visit(more);
        await page.goto(path);
        await expect.poll(() => seen).toEqual([path]);
        await context.close();
      }
  });

  for (const context of contexts) await context.close();
  const today = new Date().toISOString().slice(0, 10);
  const read = (): Promise<Statistics> => blog.call(`statistics?from=2026-01-01&to=${today}`);
  const views = async () => (await read()).days.reduce((sum, day) => sum + day.views, 0);
  await expect.poll(views).toBe(17);
  const { days, posts, referrers, devices, languages } = await read();
  const byTitle = Object.fromEntries(posts.map((post) => [post.title, post]));
  expect(byTitle).toMatchObject({
    First: { views: 4, finished: 0 },
    Second: { views: 5, finished: 0 },
    Third: { views: 5, finished: 1 },
  });
  // The browser names the other site again when a page is loaded again.
  expect(referrers).toEqual([{ referrer: other.host, views: 3 }]);
  expect(days.map(({ visitors }) => visitors)).toEqual([2]);
  expect(devices).toEqual([
    { device: 'desktop', views: 14 },
    { device: 'phone', views: 3 },
  ]);
  expect(languages).toEqual([
    { language: 'en', views: 11 },
    { language: 'de', views: 3 },
    { language: 'ja', views: 3 },
  ]);
  await browser.close();
  other.stop();
  await blog.stop();
});
