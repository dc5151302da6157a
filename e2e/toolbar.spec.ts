import type { Page } from '@playwright/test';
import { expect, nextDialog, test } from './admin-fixtures.ts';
import { content } from './writing.ts';

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

const LIST = (tag: string, items: string) => `<${tag}>\n  <li>${items}</li>\n</${tag}>`;

for (const [button, keys, withSelection, without] of [
  ['H2', 'Control+Alt+Digit2', '<h2>two</h2>', '<h2></h2>'],
  ['H3', 'Control+Alt+Digit3', '<h3>two</h3>', '<h3></h3>'],
  ['Bold', 'Control+b', '<strong>two</strong>', '<strong></strong>'],
  ['Italic', 'Control+i', '<em>two</em>', '<em></em>'],
  ['Bullet List', 'Control+Shift+Digit8', LIST('ul', 'two'), LIST('ul', '')],
  ['Numbered List', 'Control+Shift+Digit7', LIST('ol', 'two'), LIST('ol', '')],
] as const) {
  test(`${button} wraps the selection, by button and by key, and can be undone`, async ({
    page,
  }) => {
    await page.goto('/admin/posts/new');
    for (const use of [
      () => page.getByRole('button', { name: button }).click(),
      () => page.keyboard.press(keys),
    ]) {
      await content(page).fill('');
      await content(page).pressSequentially(TEXT);
      await select(page, 4, 7);
      await use();
      await expect(content(page)).toHaveValue(`one ${withSelection} three`);
      await expect(content(page)).toBeFocused();
      expect((await selected(page)).trim()).toMatch(/^(two|<li>two<\/li>)$/);
      await page.keyboard.press('Control+z');
      await expect(content(page)).toHaveValue(TEXT);
    }
  });

  test(`${button} without a selection puts the cursor where one writes`, async ({ page }) => {
    await page.goto('/admin/posts/new');
    await content(page).fill(TEXT);
    await select(page, 4, 4);
    await page.getByRole('button', { name: button }).click();
    await page.keyboard.type('new');
    const [opening, closing] = [
      without.slice(0, without.indexOf('</')),
      without.slice(without.indexOf('</')),
    ];
    await expect(content(page)).toHaveValue(`one ${opening}new${closing}two three`);
  });
}

test('a list has one item for each selected line', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('first\nsecond\n\nthird');
  await select(page, 0, 20);
  await page.getByRole('button', { name: 'Numbered List' }).click();
  await expect(content(page)).toHaveValue(
    '<ol>\n  <li>first</li>\n  <li>second</li>\n  <li>third</li>\n</ol>',
  );
});

test('a link asks for its address', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(TEXT);
  await select(page, 4, 7);
  const question = nextDialog(page, 'accept', 'https://example.com/?a=1&b="2"');
  await page.getByRole('button', { name: 'Link' }).click();
  expect(await question).toBe('Link address');
  await expect(content(page)).toHaveValue(
    'one <a href="https://example.com/?a=1&amp;b=&quot;2&quot;">two</a> three',
  );
  expect(await selected(page)).toBe('two');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue(TEXT);
});

test('a link without a selection has its address as its text', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('');
  const question = nextDialog(page, 'accept', 'https://example.com/');
  await page.keyboard.press('Control+k');
  await question;
  await expect(content(page)).toHaveValue(
    '<a href="https://example.com/">https://example.com/</a>',
  );
  expect(await selected(page)).toBe('https://example.com/');
});

test('a link without an address changes nothing', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill(TEXT);
  await select(page, 4, 7);
  const question = nextDialog(page, 'dismiss');
  await page.getByRole('button', { name: 'Link' }).click();
  await question;
  await expect(content(page)).toHaveValue(TEXT);
  expect(await selected(page)).toBe('two');
});
