import type { Locator, Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { violations } from './fixtures.ts';
import { LONG, ON_A_PHONE } from './tags.ts';
import { openText as open, selectBack, text, toEnd } from './visual-text.ts';

function menu(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Blocks' });
}

function bubble(page: Page): Locator {
  return page.getByRole('toolbar', { name: 'Selection' });
}

async function selectWord(page: Page, word: string): Promise<void> {
  await toEnd(page);
  await selectBack(page, word.length);
}

test('the bubble is below the selection on a touch screen', ON_A_PHONE, async ({ page }) => {
  await open(page, '<p>one two</p>');
  await selectWord(page, 'two');
  const tools = await bubble(page).boundingBox();
  const words = await text(page).getByText('one two').boundingBox();
  expect(tools?.y).toBeGreaterThan((words?.y ?? 0) + (words?.height ?? 0) - 4);
  for (const button of await bubble(page).getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test('axe finds nothing in the menu, the bubble and the fields', LONG, async ({ page }) => {
  await open(page, '<p>one <a href="/about">two</a></p>');
  await page.keyboard.type(' /');
  await expect(menu(page)).toBeVisible();
  const found = await violations(page, 'menu');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(bubble(page)).toBeVisible();
  found.push(...(await violations(page, 'bubble')));
  await text(page).getByRole('link', { name: 'two' }).click();
  await expect(page.getByRole('toolbar', { name: 'Link' })).toBeVisible();
  found.push(...(await violations(page, 'link')));
  await page.keyboard.press('Control+k');
  await page.getByLabel('Link address').fill('about');
  await expect(
    page.getByRole('listbox', { name: 'Posts and pages' }).getByRole('option').first(),
  ).toBeVisible();
  await page.keyboard.press('ArrowDown');
  found.push(...(await violations(page, 'options')));
  await page.getByLabel('Link address').fill('javascript:');
  await page.keyboard.press('Enter');
  found.push(...(await violations(page, 'field')));
  expect(found).toEqual([]);
});
