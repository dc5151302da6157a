import type { Page } from '@playwright/test';
import { request } from '../http-client.ts';
import { type HostilePost, markOf, vectorInAddress, vectorInFileName } from './hostile-posts.ts';
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
];

/** The list, page after page: every post stands on one of them. */
async function listPages(site: string): Promise<string[]> {
  const pages = ['/', '/blog'];
  let next = '/api/posts?view=summary&limit=24';
  while (next) {
    const { headers } = await request(site + next);
    next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1] ?? '';
    const cursor = next && new URL(next, site).searchParams.get('cursor');
    if (cursor) pages.push(`/blog?cursor=${cursor}`);
  }
  return pages;
}

async function shows(page: Page, post: HostilePost): Promise<void> {
  await page.locator(markOf(post.vector)).first().waitFor({ state: 'attached', timeout: 20_000 });
}

async function follow(page: Page, path: string): Promise<void> {
  await page.waitForFunction(canFollow, undefined, { polling: 20 });
  await page.evaluate(followLink, path);
}

/** Posts as first loads, and again as the browser itself shows them after a click. */
export async function walkPosts(
  browser: WatchedBrowser,
  site: string,
  posts: readonly HostilePost[],
): Promise<void> {
  await browser.each(posts, TABS, async (page, post) => {
    await page.goto(`${site}/blog/${post.slug}`);
    await shows(page, post);
  });
  await browser.each(posts, TABS, async (page, post) => {
    if (!page.url().startsWith(site)) await page.goto(`${site}/about`);
    await follow(page, `/blog/${post.slug}`);
    await shows(page, post);
  });
}

/** What shows many posts at once, as pages and as feeds, and the picture for other sites. */
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

/** Vectors in what a reader can put into an address. */
export async function walkAddresses(
  browser: WatchedBrowser,
  site: string,
  posts: readonly HostilePost[],
): Promise<void> {
  await browser.each(posts, TABS, async (page, { vector, tags }) => {
    const written = encodeURIComponent(vectorInAddress(vector));
    await page.goto(`${site}/blog?q=${written}&tag=${encodeURIComponent(tags[0] ?? 'x')}`);
  });
  await browser.each(posts, TABS, async (page, { vector }) => {
    const written = encodeURIComponent(vectorInAddress(vector));
    await page.goto(`${site}/${vector % 2 ? 'blog/' : ''}${written}?tag=${written}#${written}`);
    await follow(page, `/blog?tag=${written}`);
  });
}

/** The administrator's side: lists, the editor with its preview, what a post was before. */
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
    await shows(page, post);
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
    // The server has refused it by then, and nothing is under way that would be asked about.
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  });
}
