import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { content } from './editor-form.ts';
import { LONG } from './tags.ts';

/** The distance of the caret's line from the bars; negative if it is covered. */
type Room = { line: number; above: number; below: number };

declare global {
  interface Window {
    room: () => Promise<Room>;
    rooms: Room[];
  }
}

/** Computed from the line number: works only without wrapped lines. */
function watchCaret(): void {
  // Resize observers run last in a frame, right before the paint.
  const painted = (element: Element) =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const observer = new ResizeObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(element);
      });
    });
  window.rooms = [];
  window.room = async () => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[rows="12"]');
    const bar = document.querySelector('section[aria-labelledby="publishing"]');
    const toolbar = document.querySelector('[aria-label="Formatting"]');
    if (!field || !bar || !toolbar) throw new Error('This is no editor');
    await painted(field);
    const { lineHeight, paddingTop } = getComputedStyle(field);
    const height = Number.parseFloat(lineHeight);
    const caret =
      field.selectionDirection === 'backward' ? field.selectionStart : field.selectionEnd;
    const line = field.value.slice(0, caret).split('\n').length;
    const covering = bar.querySelector('[class*=messages]') ?? bar;
    const box = field.getBoundingClientRect();
    const first = box.top + field.clientTop + Number.parseFloat(paddingTop) - field.scrollTop;
    const top = first + (line - 1) * height;
    const sticky = getComputedStyle(bar).position === 'sticky';
    const visible = window.visualViewport;
    const end = (visible?.offsetTop ?? 0) + (visible?.height ?? innerHeight);
    return {
      line,
      above: top - Math.max(visible?.offsetTop ?? 0, toolbar.getBoundingClientRect().bottom),
      below:
        Math.min(end, box.bottom, sticky ? covering.getBoundingClientRect().top : end) -
        top -
        height,
    };
  };
  document.addEventListener('selectionchange', () => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement) || field.rows !== 12) return;
    const caret = () => `${field.selectionStart} ${field.selectionEnd}`;
    const before = caret();
    // A caret that has moved on comes with an event of its own.
    void window.room().then((room) => before === caret() && window.rooms.push(room));
  });
}

test.beforeEach(({ page }) => page.addInitScript(watchCaret));

async function expectInView(page: Page, where: string): Promise<void> {
  // The caret's position is updated some time after the key.
  await expect
    .poll(
      () => page.evaluate(() => window.room().then(({ above, below }) => Math.min(above, below))),
      { message: where },
    )
    .toBeGreaterThanOrEqual(0);
}

/** Checks every movement since the last call. */
async function expectAlwaysInView(page: Page, where: string): Promise<void> {
  const rooms = await page.evaluate(() => window.room().then(() => window.rooms.splice(0)));
  expect(rooms.length, where).toBeGreaterThan(0);
  const covered = rooms.filter(({ above, below }) => above < 0 || below < 0);
  expect(covered, where).toEqual([]);
}

test('the current line is in view', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/posts/new');
  await content(page).click();
  for (let line = 1; line <= 40; line += 1) await page.keyboard.type('a\n');
  await expectAlwaysInView(page, 'typing');
  for (let line = 40; line >= 1; line -= 1) await page.keyboard.press('ArrowUp');
  await expectAlwaysInView(page, 'upward');
  await expectInView(page, 'the first line');
  for (let line = 1; line <= 40; line += 1) await page.keyboard.press('Shift+ArrowDown');
  await expectAlwaysInView(page, 'selecting downward');
});
