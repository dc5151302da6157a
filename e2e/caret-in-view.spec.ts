import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { content, fillIn } from './editor-form.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1680, height: 1050 },
  { width: 375, height: 667 },
] as const;

/** Windows with hardly any room between the bars. */
const LOW_SIZES = [
  { width: 1280, height: 400 },
  { width: 1280, height: 520 },
  { width: 667, height: 375 },
] as const;

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
    if (document.activeElement?.getAttribute('rows') !== '12') return;
    void window.room().then((room) => window.rooms.push(room));
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

for (const size of [...SIZES, ...LOW_SIZES]) {
  for (const view of ['Write', 'Side by side'] as const) {
    // A phone has no room for two panes.
    if (view === 'Side by side' && size.width < 1152) continue;
    test(`the current line is in view at ${size.width}×${size.height}, ${view}`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await page.goto('/admin/posts/new');
      await page.getByRole('button', { name: view, exact: true }).click();
      await content(page).click();
      for (let line = 1; line <= 40; line += 1) await page.keyboard.type('a\n');
      await expectAlwaysInView(page, 'typing');
      for (let line = 40; line >= 1; line -= 1) await page.keyboard.press('ArrowUp');
      await expectAlwaysInView(page, 'upward');
      await expectInView(page, 'the first line');
      for (let line = 1; line <= 40; line += 1) await page.keyboard.press('Shift+ArrowDown');
      await expectAlwaysInView(page, 'selecting downward');
    });
  }
}

const LINES = Array.from({ length: 80 }, (_, line) => `Line ${line}`).join('\n');

for (const size of [SIZES[0], SIZES[3], LOW_SIZES[0]]) {
  test(`pasting, undoing and the toolbar keep the caret in view at ${size.width}×${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/admin/posts/new');
    await content(page).click();
    await page.keyboard.type('First');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(LINES);
    await expectInView(page, 'pasted');
    await page.keyboard.press('Control+Home');
    await expectInView(page, 'at the start');
    await page.keyboard.press('Control+End');
    await expectInView(page, 'at the end');
    await page.keyboard.press('Control+b');
    await expectInView(page, 'bold at the end');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+i');
    await expectInView(page, 'italic at the start');
    await page.evaluate(() => window.scrollTo(0, 0));
    await content(page).evaluate((field) => field.scrollTo(0, 0));
    await page.keyboard.press('Control+z');
    await expectInView(page, 'italic undone');
    await page.keyboard.press('Control+z');
    await expectInView(page, 'bold undone, at the end');
    await page.keyboard.press('Control+Shift+z');
    await expectInView(page, 'bold again');
  });
}

test('a key press scrolls the caret back into view', async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto('/admin/posts/new');
  await content(page).click();
  await page.keyboard.insertText(LINES);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.type('x');
  await expectInView(page, 'after scrolling away');
});

test('selecting all does not scroll', async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto('/admin/posts/new');
  await content(page).click();
  await page.keyboard.insertText(LINES);
  await page.keyboard.press('Control+Home');
  await expectInView(page, 'at the start');
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press('Control+a');
  await page.evaluate(() => window.room());
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('the on-screen keyboard does not cover the current line', async ({ page }) => {
  await page.setViewportSize(SIZES[3]);
  await page.goto('/admin/posts/new');
  await content(page).fill(LINES.slice(0, 80));
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.evaluate(() => {
    // An on-screen keyboard shrinks the visual viewport, not the page.
    Object.defineProperty(window.visualViewport, 'height', { get: () => 320 });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expectInView(page, 'when the keyboard comes up');
  await page.evaluate(() => window.rooms.splice(0));
  for (let line = 1; line <= 12; line += 1) await page.keyboard.type('\nmore');
  await expectAlwaysInView(page, 'above the keyboard');
});

test('the on-screen keyboard does not cover the current line of a panned window', async ({
  page,
}) => {
  await page.setViewportSize(SIZES[3]);
  await page.goto('/admin/posts/new');
  await content(page).click();
  await page.keyboard.insertText(LINES);
  await page.evaluate(() => {
    // The lower half of the page is in view, with the bar at its end.
    Object.defineProperty(window.visualViewport, 'height', { get: () => 340 });
    Object.defineProperty(window.visualViewport, 'offsetTop', { get: () => 327 });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expectInView(page, 'when the keyboard comes up');
  await page.evaluate(() => window.rooms.splice(0));
  for (let line = 1; line <= 12; line += 1) await page.keyboard.type('\nmore');
  await expectAlwaysInView(page, 'above the keyboard');
  for (let line = 1; line <= 30; line += 1) await page.keyboard.press('ArrowUp');
  await expectAlwaysInView(page, 'upward');
});

test('a window that gets lower does not cover the current line', async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto('/admin/posts/new');
  await content(page).click();
  await page.keyboard.insertText(LINES);
  await page.setViewportSize(LOW_SIZES[0]);
  await expectInView(page, 'low');
  await page.setViewportSize(LOW_SIZES[2]);
  await expectInView(page, 'low and narrow');
});

test('a bar with more messages does not cover the current line', async ({ page, watch }) => {
  watch.expectConsoleError(/507/);
  const detail = 'The disk of the server is full. '.repeat(8);
  await page.route('**/api/admin/working-copies/*', (route) =>
    route.fulfill({ status: 507, contentType: 'application/problem+json', json: { detail } }),
  );
  await page.setViewportSize(SIZES[0]);
  await page.goto('/admin/posts/new');
  await fillIn(page, { title: 'Not saved', content: LINES });
  await content(page).click();
  await page.keyboard.press('Control+End');
  await expectInView(page, 'before');
  const bar = page.getByRole('region', { name: 'Publishing' });
  await page.keyboard.press('Control+s');
  await expect(bar.getByRole('status')).toContainText(detail);
  expect((await bar.getByRole('status').boundingBox())?.height).toBeGreaterThan(30);
  await expect(content(page)).toBeFocused();
  await expectInView(page, 'after');
});

test('no focused field is behind the bar', async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto('/admin/posts/new');
  await page.getByLabel('Title*').focus();
  for (let n = 0; n < 16; n += 1) {
    await page.keyboard.press('Tab');
    const hidden = () =>
      page.evaluate(() => {
        const bar = document.querySelector('section[aria-labelledby="publishing"]');
        const focused = document.activeElement;
        if (!bar || !focused) throw new Error('This is no editor');
        // Fields after the bar cannot be covered.
        const before = bar.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING;
        if (before === 0) return 0;
        // For a large field, the first line is enough.
        const { top, height } = focused.getBoundingClientRect();
        return top + Math.min(height, 40) - bar.getBoundingClientRect().top;
      });
    // The focus may scroll the page a moment later.
    await expect.poll(hidden, `after ${n + 1} tabs`).toBeLessThanOrEqual(0);
  }
});
