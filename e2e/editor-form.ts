import { fileURLToPath } from 'node:url';
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';

/** Small: preparing a large one takes longer than the rest of a test. */
export const PICTURE = fileURLToPath(new URL('leaf.webp', import.meta.url));

export function title(page: Page): Locator {
  return page.getByLabel('Title*', { exact: true });
}

export function content(page: Page): Locator {
  return page.getByLabel('Content*');
}

export async function fillIn(page: Page, post: { title: string; content: string }): Promise<void> {
  await title(page).fill(post.title);
  await page.getByLabel('Excerpt*').fill('An excerpt');
  await content(page).fill(post.content);
}

/** The editor of a new post, whether or not it has saved by itself yet and so has a working copy. */
export async function expectNewPost(page: Page): Promise<void> {
  await expect(page).toHaveURL(({ pathname }) => pathname === '/admin/posts/new');
}

/** From now on the page’s timers wait, so that the editor does not save by itself. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  // On a slow machine that time is over when the page hears of it; then it has stopped all the same.
  await expect(() => page.clock.pauseAt(Date.now() + 1000)).toPass();
}

/** Waits until timers have run that the page has set for less than this time. */
export async function timersRun(page: Page, ms: number): Promise<void> {
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), ms);
}

/** Says what readers see, and whether the server has what is in the form. */
export function saveState(page: Page): Locator {
  return page.locator('[role="status"][data-local-draft]');
}

/** Shown when the server has what is in the form, beside the post. */
export function copySaved(page: Page): Locator {
  return saveState(page).filter({ hasText: / · (private changes|Autosaved .+)$/ });
}

/** The working copy on the server, by the id of its post or by the key that will create it. */
export async function findCopy(api: APIRequestContext, id: string) {
  const [copy]: { version: number; form: Record<string, unknown> }[] = await (
    await api.get(`/api/admin/working-copies?id=${id}`)
  ).json();
  return copy;
}

/**
 * Nothing that is typed reaches the server: the browser alone keeps it. To be called before the page
 * is opened. Why not a route: requests of a closing page are not routed.
 */
export async function cutConnection(target: Page | BrowserContext): Promise<void> {
  await target.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (address, options) => {
      const isWrite = String(address).includes('/api/admin/working-copies/');
      return isWrite ? Promise.reject(new TypeError('No connection')) : send(address, options);
    };
  });
}

/** Makes what is in the form part of the post, whether it is public or not. */
export async function saveAsDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await page.waitForURL('/admin');
}
