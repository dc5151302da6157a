import { test } from 'vitest';
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
} from '../../../component-tests/caret-room.ts';
import { insertText } from '../../../component-tests/content-box.ts';
import { content } from '../../../component-tests/editor-page.tsx';
import { keyboard } from '../../../component-tests/keyboard.ts';

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

/** An on-screen keyboard shrinks the visual viewport, not the page. */
async function withKeyboard(
  visible: { readonly height: number; readonly offsetTop?: number },
  run: () => Promise<void>,
): Promise<void> {
  const viewport = window.visualViewport;
  if (!viewport) throw new Error('There is no visual viewport');
  for (const [name, value] of Object.entries(visible))
    Object.defineProperty(viewport, name, { get: () => value, configurable: true });
  viewport.dispatchEvent(new Event('resize'));
  await run().finally(() => {
    for (const name of Object.keys(visible)) Reflect.deleteProperty(viewport, name);
  });
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
