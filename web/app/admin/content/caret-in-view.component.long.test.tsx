import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectAlwaysInView,
  expectEveryLineInView,
  expectInView,
  find,
  forgetMovements,
  LAPTOP,
  LINES,
  LOW,
  LOW_AND_NARROW,
  openAt,
  PHONE,
  pressOften,
  room,
  watchCaret,
  withKeyboard,
} from '../../../component-tests/caret-room.ts';
import { box, insertText } from '../../../component-tests/content-box.ts';
import { content, excerpt, title } from '../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { boxOf, expectElement, expectText } from '../../../component-tests/locators.ts';

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

test('the current line is in view, also with hardly any room between the bars', async () => {
  await expectEveryLineInView(LOW_AND_NARROW, 'HTML');
});

for (const size of [LAPTOP, PHONE, LOW]) {
  test(`pasting, undoing and the toolbar keep the caret in view at ${size.join('×')}`, async () => {
    await openAt(size);
    await content.click();
    await keyboard.type('First\n');
    insertText(LINES);
    await expectInView('pasted');
    await keyboard.press('Control+Home');
    await expectInView('at the start');
    await keyboard.press('Control+End');
    await expectInView('at the end');
    await keyboard.press('Control+b');
    await expectInView('bold at the end');
    await keyboard.press('Control+Home');
    await keyboard.press('Control+i');
    await expectInView('italic at the start');
    window.scrollTo(0, 0);
    box().scrollTo(0, 0);
    await keyboard.press('Control+z');
    await expectInView('italic undone');
    await keyboard.press('Control+z');
    await expectInView('bold undone, at the end');
    await keyboard.press('Control+Shift+z');
    await expectInView('bold again');
  });
}

test('a key press scrolls the caret back into view', async () => {
  await openAt(LAPTOP);
  await content.click();
  insertText(LINES);
  window.scrollTo(0, 0);
  await keyboard.type('x');
  await expectInView('after scrolling away');
});

test('selecting all does not scroll', async () => {
  await openAt(LAPTOP);
  await content.click();
  insertText(LINES);
  await keyboard.press('Control+Home');
  await expectInView('at the start');
  const before = scrollY;
  await keyboard.press('Control+a');
  await room();
  expect(scrollY).toBe(before);
});

test('a window that gets lower does not cover the current line', async () => {
  await openAt(LAPTOP);
  await content.click();
  insertText(LINES);
  await page.viewport(...LOW);
  await expectInView('low');
  await page.viewport(...LOW_AND_NARROW);
  await expectInView('low and narrow');
});

test('a bar with more messages does not cover the current line', async () => {
  const detail = 'The server’s disk is full. '.repeat(8);
  const api = createFakeApi();
  api.on('PUT /admin/working-copies/*', { status: 507, json: { detail } });
  await openAt(LAPTOP, api);
  await title.fill('Not saved');
  await excerpt.fill('An excerpt');
  await content.fill(LINES);
  await content.click();
  await keyboard.press('Control+End');
  await expectInView('before');
  const problem = page.getByRole('alert');
  await keyboard.press('Control+s');
  await expectText(problem, `${detail.trim()} Your text is safe in this browser.`);
  expect(boxOf(problem).height).toBeGreaterThan(30);
  await expectElement(content).toHaveFocus();
  await expectInView('after');
});

/** By how much the lines at the top, or the bar of a phone, cover the focused field. */
function covered(): number {
  const focused = document.activeElement ?? document.body;
  const line = find('form > div:has(> h1)');
  const bar = find('section[aria-labelledby="publishing"]');
  if (line.contains(focused) || bar.contains(focused)) return 0;
  const { top, height } = focused.getBoundingClientRect();
  const { position } = getComputedStyle(bar);
  const end = position === 'fixed' ? bar.getBoundingClientRect().top : innerHeight;
  return Math.max(
    top + Math.min(height, 40) - end,
    line.getBoundingClientRect().bottom - top - height,
  );
}

for (const size of [LAPTOP, PHONE]) {
  test(`no focused field is behind a bar at ${size.join('×')}`, async () => {
    await openAt(size);
    title.element().focus();
    for (let n = 0; n < 24; n += 1) {
      await keyboard.press('Tab');
      // The focus may scroll the page a moment later.
      await expect.poll(covered, { message: `after ${n + 1} tabs` }).toBeLessThanOrEqual(0);
    }
  });
}
