import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { content } from './editor-form.ts';
import { ON_A_PHONE } from './tags.ts';

const TEXT = 'one two three';

async function selected(page: Page): Promise<string> {
  return content(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
}

async function select(page: Page, from: number, to: number) {
  await content(page).evaluate(
    (field: HTMLTextAreaElement, [start, end]) => {
      field.focus();
      field.setSelectionRange(start ?? 0, end ?? 0);
    },
    [from, to],
  );
}

test(
  'on a phone the tools are one row above the buttons, with targets of 44 pixels and a menu for the rest',
  ON_A_PHONE,
  async ({ page }) => {
    await page.goto('/admin/posts/new');
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    await content(page).fill('one');
    await content(page).selectText();
    await expect(toolbar).toBeInViewport({ ratio: 1 });
    const more = toolbar.getByRole('button', { name: 'More tools' });
    const buttons = toolbar.locator(':scope > button');
    const boxes = await buttons.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()),
    );
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    expect(
      Math.min(...boxes.flatMap(({ width, height }) => [width, height])),
    ).toBeGreaterThanOrEqual(44);
    await expect(more).toBeInViewport({ ratio: 1 });
    await more.tap();
    await page.getByRole('menuitem', { name: 'Quote', exact: true }).tap();
    await expect(content(page)).toHaveValue('<blockquote>one</blockquote>');
    await expect(content(page)).toBeFocused();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  },
);

test('a link asks for its address, and finds the own pages', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(TEXT);
  await select(page, 4, 7);
  await page.getByRole('button', { name: 'Link' }).click();
  await page.getByLabel('Link address').fill('https://example.com/?a=1&b="2"');
  await page.keyboard.press('Enter');
  await expect(content(page)).toHaveValue(
    'one <a href="https://example.com/?a=1&amp;b=&quot;2&quot;">two</a> three',
  );
  await expect.poll(() => selected(page)).toBe('two');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue(TEXT);
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Link address')).toBeFocused();
  await page.keyboard.type('abou');
  await page.getByRole('option', { name: 'About Page' }).click();
  await expect(content(page)).toHaveValue('one <a href="/about">two</a> three');
});
