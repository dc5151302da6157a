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
    if (!field) throw new Error('This is no editor');
    await painted(field);
    const { lineHeight, paddingTop } = getComputedStyle(field);
    const height = Number.parseFloat(lineHeight);
    const caret =
      field.selectionDirection === 'backward' ? field.selectionStart : field.selectionEnd;
    const line = field.value.slice(0, caret).split('\n').length;
    const box = field.getBoundingClientRect();
    const first = box.top + field.clientTop + Number.parseFloat(paddingTop) - field.scrollTop;
    const top = first + (line - 1) * height;
    // The lines at the top, and on a phone the bars at the bottom.
    const covering = [
      ...document.querySelectorAll(
        'form > div:has(> h1), div:has(> * > [aria-label="Formatting"]), [aria-label="Formatting"], section[aria-labelledby="publishing"]',
      ),
    ];
    const boxesOf = (position: string) =>
      covering
        .filter((element) => getComputedStyle(element).position === position)
        .map((element) => element.getBoundingClientRect())
        .filter((each) => each.height > 0);
    const visible = window.visualViewport;
    const start = visible?.offsetTop ?? 0;
    const end = start + (visible?.height ?? innerHeight);
    return {
      line,
      above: top - Math.max(start, ...boxesOf('sticky').map((each) => each.bottom)),
      below: Math.min(end, box.bottom, ...boxesOf('fixed').map((each) => each.top)) - top - height,
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
  // Keys that are faster than their events leave only the place where the caret came to rest.
  await expect.poll(() => page.evaluate(() => window.rooms.length), where).toBeGreaterThan(0);
  const rooms = await page.evaluate(() => window.room().then(() => window.rooms.splice(0)));
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
