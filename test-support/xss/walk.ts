import type { Page } from '@playwright/test';
import { request } from '../http-client.ts';
import type { HostilePage } from './hostile-pages.ts';
import {
  type HostilePost,
  markerSelector,
  vectorInAddress,
  vectorInFileName,
} from './hostile-posts.ts';
import { canFollow, followLink } from './in-browser.ts';
import { TABS, type WatchedBrowser } from './watched-browser.ts';

const FEEDS = [
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/api/posts',
  '/api/tags',
  '/api/archive',
];

async function listPages(site: string): Promise<string[]> {
  const { years } = (await (await fetch(`${site}/api/archive`)).json()) as {
    years: { year: number }[];
  };
  const pages = ['/', '/blog', ...years.map(({ year }) => `/archive/${year}`)];
  let next = '/api/posts?view=summary&limit=24';
  while (next) {
    const { headers } = await request(site + next);
    next = /<([^<>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1] ?? '';
    const cursor = next && new URL(next, site).searchParams.get('cursor');
    if (cursor) pages.push(`/blog?cursor=${cursor}`);
  }
  return pages;
}

async function waitForPost(page: Page, { vector }: { vector: number }): Promise<void> {
  await page.locator(markerSelector(vector)).first().waitFor({ state: 'attached' });
}

async function follow(page: Page, path: string): Promise<void> {
  await page.waitForFunction(canFollow, undefined, { polling: 20 });
  await page.evaluate(followLink, path);
}

/** Rendered by the server, and by the browser after navigation. */
export async function walkPosts(
  browser: WatchedBrowser,
  site: string,
  posts: readonly HostilePost[],
): Promise<void> {
  await browser.each(posts, TABS, async (page, post) => {
    await page.goto(`${site}/blog/${post.slug}`);
    await waitForPost(page, post);
  });
  await browser.each(posts, TABS, async (page, post) => {
    if (!page.url().startsWith(site)) await page.goto(`${site}/about`);
    await follow(page, `/blog/${post.slug}`);
    await waitForPost(page, post);
  });
}

/** The titles of some are in the header and footer of every page. */
export async function walkPages(
  browser: WatchedBrowser,
  site: string,
  ownPages: readonly HostilePage[],
): Promise<void> {
  await browser.each(ownPages, TABS, async (page, ownPage) => {
    await page.goto(`${site}/${ownPage.slug}`);
    await waitForPost(page, ownPage);
  });
  await browser.each(ownPages.slice(0, 5), TABS, async (page, ownPage) => {
    await page.goto(`${site}/blog`);
    await follow(page, `/${ownPage.slug}`);
    await waitForPost(page, ownPage);
  });
}

export async function walkLists(
  browser: WatchedBrowser,
  site: string,
  posts: readonly HostilePost[],
): Promise<void> {
  const [first] = posts;
  const paths = [...(await listPages(site)), ...FEEDS, `/social/${first?.slug}-00000000.jpg`];
  await browser.each(paths, TABS, async (page, path) => {
    await page.goto(site + path);
  });
}

export async function walkAddresses(
  browser: WatchedBrowser,
  site: string,
  posts: readonly HostilePost[],
): Promise<void> {
  await browser.each(posts, TABS, async (page, { vector, tags }) => {
    const encoded = encodeURIComponent(vectorInAddress(vector));
    await page.goto(`${site}/blog?q=${encoded}&tag=${encodeURIComponent(tags[0] ?? 'x')}`);
  });
  await browser.each(posts, TABS, async (page, { vector, tags }) => {
    const encoded = encodeURIComponent(vectorInAddress(vector));
    await page.goto(`${site}/${vector % 2 ? 'blog/' : ''}${encoded}?tag=${encoded}#${encoded}`);
    await follow(page, `/blog?tag=${encoded}`);
    await page.goto(`${site}/topics/${encodeURIComponent(tags[0] ?? 'x')}?cursor=${encoded}`);
  });
}

export async function walkDashboard(
  browser: WatchedBrowser,
  site: string,
  posts: readonly HostilePost[],
): Promise<void> {
  await browser.each(['/admin'], 1, async (page, path) => {
    await page.goto(site + path);
    await page.getByText(/trash/i).first().click();
  });
  await browser.each(posts, TABS, async (page, post) => {
    await page.goto(`${site}/admin/posts/edit/${post.id}`);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await waitForPost(page, post);
  });
  await browser.each(posts.slice(0, 10), 1, async (page, { id, vector }) => {
    await page.goto(`${site}/admin/posts/edit/${id}/history`);
    await page.getByRole('heading').first().waitFor();
    await page.goto(`${site}/admin/posts/new`);
    const name = `${vectorInFileName(vector).replace(/[\0/]/g, '')}.png`;
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from('no picture') });
    // The upload is refused and finished by then, so leaving the page asks nothing.
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  });
}
