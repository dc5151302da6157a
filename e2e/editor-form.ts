import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';

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
