import { once } from 'node:events';
import { createServer, request as forward, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { test as base, expect, uniqueTitle } from './admin-fixtures.ts';
import { hydrated, violations } from './fixtures.ts';
import { portOf, WRITING_SITE } from './sites.ts';

type Kept = { readonly pages: string[]; readonly caches: number; readonly workers: number };

const test = base.extend({ loggedIn: false });

test.use({ serviceWorkers: 'allow' });
// They change a setting of one site.
test.describe.configure({ mode: 'serial' });
test.beforeEach(({ watch }) => watch.expectConsoleError(/Failed to (load resource|fetch)/));

function kept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const name = names.find((each) => /pages/.test(each));
    const pages = name === undefined ? [] : await (await caches.open(name)).keys();
    return {
      pages: pages.map(({ url }) => new URL(url).pathname),
      caches: names.length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    };
  });
}

/** The path of each page that the worker has a copy of. */
async function keptPages(page: Page): Promise<string[]> {
  return (await kept(page)).pages;
}

/** A server that is busy may refuse the worker, which has the next visit for it. */
async function open(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await hydrated(page);
    await expect
      .poll(() => keptPages(page), { timeout: 5_000 })
      .toContain(new URL(page.url()).pathname);
  }).toPass();
}

const notice = (page: Page) => page.getByRole('complementary', { name: 'Saved copy' });

const SAYS_SO =
  /^You are offline, or the site cannot be reached\. This is the copy from [A-Z][a-z]+ \d+, \d{4} at \d/;

test('what was read is there without a connection, and says so', async ({
  page,
  context,
  admin,
}) => {
  const { slug, title } = await admin.createPost({ content: '<p>Salt and water.</p>' });
  await open(page, '/about');
  // Read without loading a document.
  await page.goto('/blog');
  await hydrated(page);
  await page.getByRole('link', { name: title }).first().click();
  await expect(page.getByText('Salt and water.')).toBeVisible();
  await expect.poll(() => keptPages(page)).toContain(`/blog/${slug}`);

  await context.setOffline(true);
  await page.goto(`/blog/${slug}`);
  await expect(page.getByText('Salt and water.')).toBeVisible();
  await expect(notice(page)).toHaveText(SAYS_SO);
  await hydrated(page);
  await expect(notice(page)).toBeVisible();
  expect(await violations(page, 'saved copy')).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

  await page.getByRole('link', { name: 'About', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  await expect(notice(page)).toHaveText(SAYS_SO);

  await context.setOffline(false);
  await notice(page).getByRole('link', { name: 'Try again' }).click();
  await expect(notice(page)).toHaveCount(0);
});

test('a page that was not read says so, lists what can be, and loads later', async ({
  page,
  context,
}) => {
  await open(page, '/about');
  await context.setOffline(true);
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await expect(page.getByText('There is no copy of this page on this device')).toBeVisible();
  expect(await violations(page, 'no connection')).toEqual([]);
  // A connection that returns while a link is followed does not keep the reader here.
  await page.evaluate(() =>
    addEventListener('click', () => setTimeout(() => dispatchEvent(new Event('online')))),
  );
  await page.getByRole('link', { name: /^About/ }).click();
  await expect(notice(page)).toHaveText(SAYS_SO);
  await page.goto('/contact');
  // The browser tells the page, which loads itself again.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
});

test('a connection that is there but dead is none', async ({ page, context, admin }) => {
  // A list of these two: other tests publish, too.
  const tags = [uniqueTitle('Topic').replaceAll(' ', '-')];
  const { slug, title } = await admin.createPost({ content: '<p>Sand and stone.</p>', tags });
  const unseen = await admin.createPost({ title: uniqueTitle('Unseen'), tags });
  await open(page, `/blog/${slug}`);
  await open(page, `/topics/${tags}`);
  await hydrated(page);
  const calls = '**/api/**';
  await page.route(calls, (route) => route.abort());
  await page.getByRole('link', { name: title }).first().click();
  await expect(page.getByText('Sand and stone.')).toBeVisible();
  await hydrated(page);
  // Without data the page is loaded as a document.
  const loaded = page.waitForEvent('domcontentloaded');
  await page.goBack();
  await loaded;
  await hydrated(page);

  // To the browser it is online.
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true }));
  await context.setOffline(true);
  await page.getByRole('link', { name: unseen.title }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await page.goBack();
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
});

test('with a connection readers see what is public now', async ({ page, context, admin }) => {
  const { id, slug, title } = await admin.createPost({ content: '<p>As it was.</p>' });
  const path = `/blog/${slug}`;
  await open(page, path);
  const changed = { title, excerpt: 'x', content: '<p>As it is.</p>', published: true };
  expect((await admin.api.put(`/api/admin/posts/${id}`, { data: changed })).ok()).toBe(true);
  await page.goto(path);
  await expect(page.getByText('As it is.')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  expect((await admin.api.delete(`/api/admin/posts/${id}`)).ok()).toBe(true);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
  await expect.poll(() => keptPages(page)).not.toContain(path);
  await context.setOffline(true);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
});

test.describe('the owner', () => {
  test.use({ loggedIn: true });

  test('has no copies of the dashboard, of drafts or of calls', async ({ page, admin }) => {
    const title = uniqueTitle('Secret');
    const { id, slug } = await admin.createPost({ title, published: false });
    await open(page, '/about');
    for (const path of ['/login', '/admin', `/admin/posts/edit/${id}`, `/blog/${slug}`]) {
      const response = await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (!path.startsWith('/blog')) expect(response?.fromServiceWorker(), path).toBe(false);
    }
    await page.goto('/about');
    const stored = await page.evaluate(async () => {
      const texts: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
      return texts;
    });
    expect(stored.length).toBeGreaterThan(4);
    expect(stored.filter((text) => text.includes(title))).toEqual([]);
    const paths = stored.filter((text) => URL.canParse(text)).map((url) => new URL(url).pathname);
    expect(paths.filter((path) => /^\/(admin|api|login|preview)|editor/.test(path))).toEqual([]);
  });
});

test('one setting removes the worker and all copies', async ({ page, admin }) => {
  const change = async (offline_reading: boolean | null) => {
    const response = await admin.api.put('/api/admin/settings', { data: { offline_reading } });
    expect(response.status(), await response.text()).toBe(200);
  };
  await open(page, '/about');
  expect(await kept(page)).toMatchObject({ workers: 1 });
  await change(false);
  try {
    const nothing = { pages: [], caches: 0, workers: 0 };
    // A visit that is too slow shows the copy, and a server that is busy may refuse the script.
    await expect(async () => {
      await page.goto('/about');
      await expect.poll(() => kept(page), { timeout: 5_000 }).toEqual(nothing);
    }).toPass();
    await page.goto('/about');
    await hydrated(page);
    expect(await kept(page)).toEqual(nothing);
  } finally {
    await change(null);
  }
  await open(page, '/about');
});

/** The site behind a server that can be in its way: Playwright routes nothing that a worker asks for. */
async function startProxy() {
  const pass: RequestListener = ({ method, url, headers }, response) => {
    const target = { port: portOf(WRITING_SITE), host: 'localhost', method, path: url, headers };
    forward(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  };
  const proxy = { answer: pass };
  const server = createServer((request, response) => proxy.answer(request, response));
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { proxy, pass, server, url: `http://localhost:${port}` };
}

test('a slow or failing site shows the copy, and one that knows no worker gets rid of it', async ({
  page,
  context,
}) => {
  const { proxy, pass, server, url } = await startProxy();
  try {
    await open(page, `${url}/about`);
    const held: (() => void)[] = [];
    proxy.answer = (...call) => void held.push(() => pass(...call));
    await page.goto(`${url}/about`);
    await expect(notice(page)).toHaveText(/^The connection is slow\. This is the copy from/);
    const again = notice(page).getByRole('link', { name: 'Try again' }).click();
    proxy.answer = pass;
    for (const release of held) release();
    await again;
    await expect(notice(page)).toHaveCount(0);

    proxy.answer = (_request, response) => response.writeHead(502).end('Bad gateway');
    await page.goto(`${url}/about`);
    await expect(notice(page)).toHaveText(/^The site does not work right now\. /);
    expect((await page.goto(`${url}/contact`))?.status()).toBe(502);

    // An older version, whose pages do not register a worker.
    const browser = await context.newCDPSession(page);
    await browser.send('Emulation.setScriptExecutionDisabled', { value: true });
    await browser.send('ServiceWorker.enable');
    await browser.send('ServiceWorker.stopAllWorkers');
    proxy.answer = (request, response) =>
      request.url === '/service-worker.js'
        ? response.writeHead(404).end()
        : pass(request, response);
    await page.goto(`${url}/about`);
    await expect.poll(() => kept(page)).toEqual({ pages: [], caches: 0, workers: 0 });
    await browser.send('Emulation.setScriptExecutionDisabled', { value: false });
    await page.goto(WRITING_SITE);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
