import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  expectEveryLineInView,
  expectInView,
  find,
  LAPTOP,
  LINES,
  LOW,
  LOW_AND_NARROW,
  openAt,
  PHONE,
  room,
  watchCaret,
} from '../../../component-tests/caret-room.ts';
import { box, insertText } from '../../../component-tests/content-box.ts';
import { content, excerpt, title } from '../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { boxOf, expectElement, expectText } from '../../../component-tests/locators.ts';

watchCaret();

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
  const status = page.getByRole('region', { name: 'Publishing' }).getByRole('status');
  await keyboard.press('Control+s');
  await expectText(status, detail.trim());
  expect(boxOf(status).height).toBeGreaterThan(30);
  await expectElement(content).toHaveFocus();
  await expectInView('after');
});

/** By how much the bar covers the first line of the focused field. */
function covered(): number {
  const bar = find('section[aria-labelledby="publishing"]');
  const focused = document.activeElement ?? document.body;
  // Fields after the bar cannot be covered.
  const before = bar.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING;
  if (before === 0) return 0;
  const { top, height } = focused.getBoundingClientRect();
  return top + Math.min(height, 40) - bar.getBoundingClientRect().top;
}

test('no focused field is behind the bar', async () => {
  await openAt(LAPTOP);
  title.element().focus();
  for (let n = 0; n < 16; n += 1) {
    await keyboard.press('Tab');
    // The focus may scroll the page a moment later.
    await expect.poll(covered, { message: `after ${n + 1} tabs` }).toBeLessThanOrEqual(0);
  }
});
