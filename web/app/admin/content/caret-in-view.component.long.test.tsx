import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectAlwaysInView,
  expectEveryLineInView,
  expectInView,
  forgetMovements,
  LAPTOP,
  LINES,
  LOW,
  openAt,
  PHONE,
  pressOften,
  watchCaret,
  withKeyboard,
} from '../../../component-tests/caret-room.ts';
import { insertText } from '../../../component-tests/content-box.ts';
import { content } from '../../../component-tests/editor-page.tsx';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { boxOf, expectElement } from '../../../component-tests/locators.ts';

watchCaret();

/** The last two have hardly any room between the bars. */
const SIZES = [LAPTOP, [1440, 900], [1680, 1050], PHONE, LOW, [1280, 520]] as const;

for (const size of SIZES) {
  for (const view of ['HTML', 'Side by side'] as const) {
    // A phone has no room for two panes.
    if (view === 'Side by side' && size[0] < 1152) continue;
    test(`the current line is in view at ${size.join('×')}, ${view}`, () =>
      expectEveryLineInView(size, view));
  }
}

test('the on-screen keyboard does not cover the current line', async () => {
  await openAt(PHONE);
  await content.fill(LINES.slice(0, 80));
  await content.click();
  await keyboard.press('Control+End');
  await withKeyboard({ height: 320 }, async () => {
    await expectInView('when the keyboard comes up');
    forgetMovements();
    await keyboard.type('\nmore'.repeat(12));
    await expectAlwaysInView('above the keyboard');
  });
});

test('the on-screen keyboard has the tools above it, in the place of Publishing', async () => {
  await openAt(PHONE);
  const publishing = page.getByRole('region', { name: 'Publishing' });
  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  await expectElement(tools).not.toBeInTheDocument();
  await content.click();
  await expectElement(tools).toBeVisible();
  expect(boxOf(tools).bottom).toBeLessThanOrEqual(boxOf(publishing).top + 1);
  await withKeyboard({ height: 320 }, async () => {
    await expectElement(publishing).not.toBeInTheDocument();
    await expect.poll(() => Math.round(boxOf(tools).bottom)).toBe(320);
  });
  window.visualViewport?.dispatchEvent(new Event('resize'));
  await expectElement(publishing).toBeVisible();
});

test('the on-screen keyboard does not cover the current line of a panned window', async () => {
  await openAt(PHONE);
  await content.click();
  insertText(LINES);
  // The lower half of the page is in view, with the bar at its end.
  await withKeyboard({ height: 340, offsetTop: 327 }, async () => {
    await expectInView('when the keyboard comes up');
    forgetMovements();
    await keyboard.type('\nmore'.repeat(12));
    await expectAlwaysInView('above the keyboard');
    await pressOften('ArrowUp', 30);
    await expectAlwaysInView('upward');
  });
});
