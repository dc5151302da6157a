import type { Page } from '@playwright/test';
import { expect, violations, violationsInThemes } from './fixtures.ts';

const excess = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

const WIDTHS = [320, 375, 800, 1280, 1680];

export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // A list that is open follows the new width a frame later.
    await expect.poll(() => excess(page), `${name} at ${width}`).toBeLessThanOrEqual(0);
  }
}

/** On a laptop in both themes, and on a phone, where some elements are others. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const found = await violationsInThemes(page, name);
  await page.setViewportSize({ width: 375, height: 812 });
  found.push(...(await violations(page, `${name} on a phone`)));
  expect(found).toEqual([]);
}
