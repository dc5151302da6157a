import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { withKeyboard } from '../../../component-tests/caret-room.ts';
import { box } from '../../../component-tests/content-box.ts';
import { content, openEditor } from '../../../component-tests/editor-page.tsx';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { boxOf, expectElement, painted } from '../../../component-tests/locators.ts';
import { caretAfter, openText } from '../../../component-tests/visual-text.ts';

const views = page.getByRole('button', { name: 'Views' });
const heading = page.getByRole('heading', { level: 1 });
const bar = page.getByCss('form > div:has(> h1)');
const state = page.getByCss('form > div:has(> h1) > [role="status"]');

afterEach(() => page.viewport(1280, 900));

test('on a phone, heading and state fit into the line at the top', async () => {
  await page.viewport(375, 667);
  await openEditor();
  expect(boxOf(heading).height).toBeLessThan(24);
  const element = state.element();
  element.textContent = 'Scheduled for Wednesday, September 23, 9:00 AM · private changes';
  await painted();
  // Two lines, and the whole text for screen readers.
  expect(boxOf(state).height).toBeLessThanOrEqual(32);
  expect(boxOf(state).width).toBeGreaterThan(40);
  expect(document.documentElement.scrollWidth).toBe(375);
});

test('on a phone, the focus ring is inside of the line at the top', async () => {
  await page.viewport(375, 667);
  await openEditor();
  page.getByRole('link', { name: 'Back to Dashboard' }).element().focus();
  while (document.activeElement !== views.element()) await keyboard.press('Tab');
  await painted();
  const { outlineOffset, outlineWidth } = getComputedStyle(views.element());
  const outside = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  expect(boxOf(views).top - outside).toBeGreaterThanOrEqual(boxOf(bar).top);
  expect(boxOf(views).bottom + outside).toBeLessThanOrEqual(boxOf(bar).bottom);
});

for (const [width, height] of [
  [375, 400],
  [667, 375],
  [320, 320],
] as const) {
  test(`the bars stay in sight in a window of ${width}×${height}`, async () => {
    await page.viewport(width, height);
    await openEditor();
    await content.fill('A line\n'.repeat(100));
    const tools = page.getByRole('toolbar', { name: 'Formatting' });
    const publishing = page.getByRole('region', { name: 'Publishing' });
    window.scrollTo({ top: 600, behavior: 'instant' });
    await expect.poll(() => boxOf(bar).top).toBe(0);
    await expect.poll(() => Math.round(boxOf(tools).bottom)).toBe(height);
    expect(boxOf(tools).height).toBeLessThan(48);
    await expectElement(publishing).not.toBeInTheDocument();
    box().blur();
    await expectElement(tools).not.toBeInTheDocument();
    await expect.poll(() => Math.round(boxOf(publishing).bottom)).toBe(height);
    expect(boxOf(publishing).top - boxOf(bar).bottom).toBeGreaterThan(height / 3);
  });
}

test('menus in the text are between the bars and above the keyboard', async () => {
  await page.viewport(375, 667);
  await openText(`${'<p>words</p>\n'.repeat(30)}<p>last</p>`);
  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  await withKeyboard({ height: 400 }, async () => {
    await expect.poll(() => Math.round(boxOf(tools).bottom)).toBe(400);
    const expectBetween = async (name: string, role: 'listbox' | 'menu') => {
      const menu = page.getByRole(role, { name });
      await expectElement(menu).toBeVisible();
      expect(boxOf(menu).top).toBeGreaterThanOrEqual(boxOf(bar).bottom);
      expect(boxOf(menu).bottom).toBeLessThanOrEqual(boxOf(tools).top);
    };
    await caretAfter('last');
    await keyboard.press('Enter');
    await keyboard.type('/');
    await expectBetween('Blocks', 'listbox');
    await keyboard.press('Escape');
    await page.getByRole('button', { name: 'Block actions' }).click();
    await expectBetween('Block actions', 'menu');
  });
});
