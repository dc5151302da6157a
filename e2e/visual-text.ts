import { expect, type Locator, type Page } from '@playwright/test';
import { putCaretAfter } from '../test-support/editor-events.ts';
import { content, timersRun } from './editor-form.ts';
import { painted } from './fixtures.ts';

/** The text in the visual mode. */
export function text(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Content', exact: true });
}

export function viewButton(page: Page, name: string): Locator {
  const views = page.getByRole('toolbar', { name: 'View of the content' });
  return views.getByRole('button', { name, exact: true });
}

/** A phone has the views behind a button. */
export async function showView(page: Page, name: string): Promise<void> {
  const views = page.getByRole('button', { name: 'Views', exact: true });
  if (await views.isVisible()) await views.click();
  await viewButton(page, name).click();
}

/** Opens the editor in the visual mode, as after it was chosen there before. */
export async function openVisual(page: Page, path = '/admin/posts/new'): Promise<void> {
  await page.addInitScript(() => {
    // A frame of another site, or one that could not be loaded, may have no storage.
    if (window === window.top) localStorage.setItem('view of this test', '"visual"');
  });
  await page.goto(path);
  await expect(text(page)).toBeVisible();
}

/** A new post with the caret at the end of its text. */
export async function openText(page: Page, html = ''): Promise<void> {
  await openVisual(page);
  await showView(page, 'HTML');
  await content(page).fill(html);
  await showVisual(page);
  await focusText(page);
}

export async function showVisual(page: Page): Promise<void> {
  await showView(page, 'Visual');
  await expect(text(page)).toBeVisible();
}

/** The editor sets the browser's selection 20 milliseconds after it gets the focus. */
export async function selectionKnown(page: Page): Promise<void> {
  await timersRun(page, 30);
  await painted(page);
}

export async function focusText(page: Page): Promise<void> {
  await text(page).focus();
  await selectionKnown(page);
  await toEnd(page);
}

/** The browser tells the editor of a new selection with the next frame: before that, keys use the old one. */
export async function toEnd(page: Page): Promise<void> {
  await page.keyboard.press('Control+End');
  await painted(page);
}

export async function caretAfter(page: Page, words: string): Promise<void> {
  await text(page).evaluate(putCaretAfter, words);
  await painted(page);
}

export async function selectBack(page: Page, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await page.keyboard.press('Shift+ArrowLeft');
  await painted(page);
}

/** The box, hidden in the visual mode, has the HTML that would be saved. */
export function html(page: Page): Locator {
  return page.locator('textarea[required][rows="12"]');
}

export async function expectHtml(page: Page, expected: string | RegExp): Promise<void> {
  await expect(html(page)).toHaveValue(expected);
}

/** What a person does lets the page move for a while; a dispatched event does not. */
async function whilePressingKeys(
  page: Page,
  count: () => Promise<number>,
  expected: number,
): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Shift');
        return count();
      },
      { intervals: [50] },
    )
    .toBe(expected);
}

/** Waits until the places of uploads have the size of their pictures. */
export async function uploadsSized(page: Page, expected: number): Promise<void> {
  const sized = text(page).locator('[data-upload] [style*="aspect-ratio"]');
  await whilePressingKeys(page, () => sized.count(), expected);
}
