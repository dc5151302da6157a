import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { logIn } from './admin-fixtures.ts';
import { WRITING_SITE } from './sites.ts';

export const publishButton = (page: Page) =>
  page.getByRole('button', { name: 'Publish', exact: true });
export const offer = (page: Page) => page.getByRole('complementary', { name: 'Unsaved changes' });

/** Shown when the latest key press is stored. */
export const draftSaved = (page: Page) =>
  page.locator('[data-local-draft="saved"]', { hasText: /(Saving…|Offline|Not saved)$/ });

export async function findPost(api: APIRequestContext, id: string) {
  return (await (await api.get(`/api/admin/posts?id=${id}`)).json())[0];
}

/** Another browser, logged in on the same site. */
export async function openDevice(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: WRITING_SITE });
  const token = await logIn();
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  return context.newPage();
}
