import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, excerpt, openEditor, title } from '../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectElement,
  painted,
  SIZES,
  showView,
} from '../../../component-tests/locators.ts';
import { unmount } from '../../../component-tests/mount.tsx';
import { openVisual, selectionKnown, text } from '../../../component-tests/visual-text.ts';

const focus = page.getByRole('button', { name: 'Focus', exact: true });
const exit = page.getByRole('button', { name: 'Exit focus' });

async function startFocus(): Promise<void> {
  const views = page.getByRole('button', { name: 'Views', exact: true });
  if (views.query()) await views.click();
  await focus.click();
  await expectElement(exit).toBeVisible();
}

const bar = page.getByRole('search', { name: 'Find in the text' });
const LONG = '<p>Some words in a line</p>\n'.repeat(60);

async function openBox(): Promise<ReturnType<typeof createFakeApi>> {
  const api = createFakeApi();
  await openEditor({ id: api.addPost({ content: LONG }).id, api });
  await content.click();
  await keyboard.press('Control+Home');
  return api;
}

/** What can be seen, except for the title, the text and the way out. */
function others(): string[] {
  const shown = 'a, button, input, textarea, h1, h2, label, summary, p';
  return [...document.querySelectorAll<HTMLElement>(shown)]
    .filter((element) => element.checkVisibility() && !element.closest('[role="textbox"]'))
    .filter((element) => getComputedStyle(element).clipPath === 'none')
    .map((element) => element.getAttribute('data-field') || element.textContent || element.tagName);
}

/** How far the caret is from where its line stays. */
function fromSteadyLine(): number {
  const { top = 0, bottom = 0 } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? {};
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const visible = innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0);
  return Math.abs((top + bottom) / 2 - 0.45 * visible);
}

for (const [name, width, height] of SIZES) {
  test(`in HTML on a ${name}: nothing but title and text, and the line of the caret stays`, async () => {
    await page.viewport(width, height);
    await openBox();
    await startFocus();
    await expectElement(content).toHaveFocus();
    expect(others()).toEqual(['title', LONG, 'Exit focus']);
    await expectElement(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    for (let line = 0; line < 4; line += 1) {
      const before = scrollY;
      await keyboard.press('ArrowDown');
      // As far as the caret went down.
      await expect.poll(() => Math.abs(scrollY - before - 24)).toBeLessThanOrEqual(1);
    }
    await keyboard.press('Escape');
    await expectElement(excerpt).toBeVisible();
    await expectElement(content).toHaveFocus();
    await expectElement(exit).not.toBeInTheDocument();
  });

  test(`in Visual on a ${name}: the line of the caret stays, from the first to the last`, async () => {
    await page.viewport(width, height);
    await openVisual(LONG);
    await startFocus();
    await expectElement(text).toHaveFocus();
    expect(others()).toEqual(['title', 'Exit focus']);
    await selectionKnown();
    for (const keys of ['Control+Home', 'End', 'ArrowDown', 'ArrowDown', 'Control+End', 'x']) {
      await keyboard.press(keys);
      await painted();
      await expect.poll(fromSteadyLine, { message: keys }).toBeLessThanOrEqual(2);
    }
    await keyboard.press('Escape');
    await expectElement(excerpt).toBeVisible();
    await expectElement(text).toHaveFocus();
  });
}

test('in Visual the line of the caret stays on a slow machine, too', async () => {
  await openVisual(LONG);
  await startFocus();
  await selectionKnown();
  const work = () => {
    const end = performance.now() + 80;
    while (performance.now() < end);
  };
  window.addEventListener('keydown', work);
  onTestFinished(() => window.removeEventListener('keydown', work));
  for (const keys of ['Control+Home', 'ArrowDown', 'ArrowDown']) {
    await keyboard.press(keys);
    await expect.poll(fromSteadyLine, { message: keys }).toBeLessThanOrEqual(2);
  }
});

test('Enter leads from the title to the text, and Escape ends Find before Focus', async () => {
  await openBox();
  await startFocus();
  await title.click();
  await keyboard.press('Enter');
  await expectElement(content).toHaveFocus();
  await keyboard.press('Control+f');
  await expectElement(bar).toBeVisible();
  await keyboard.press('Escape');
  await expectElement(bar).not.toBeInTheDocument();
  await expectElement(excerpt).not.toBeVisible();
  await exit.click();
  await expectElement(excerpt).toBeVisible();
});

test('a click does not move the text', async () => {
  await openBox();
  await startFocus();
  for (let line = 0; line < 10; line += 1) await keyboard.press('ArrowDown');
  await painted();
  const before = scrollY;
  // A line above that of the caret.
  const y = innerHeight * 0.3 - boxOf(content).top;
  await content.click({ position: { x: 40, y } });
  await painted();
  expect(scrollY).toBe(before);
  await keyboard.press('ArrowRight');
  await painted();
  expect(scrollY).toBeLessThan(before);
});

test('the preview gives way to the text; what failed is said; leaving the page ends it', async () => {
  expectConsoleError(/answered 500/);
  const api = await openBox();
  api.on('PUT /admin/working-copies/*', { status: 500, json: {} });
  await showView('Preview');
  await startFocus();
  await expectElement(content).toHaveFocus();
  await keyboard.type('x');
  await keyboard.press('Control+s');
  await expectElement(page.getByRole('alert')).toBeVisible();
  await expectElement(
    page.getByRole('button', { name: 'Publish', exact: true }),
  ).not.toBeInTheDocument();
  unmount();
  expect(document.documentElement.hasAttribute('data-focus')).toBe(false);
});
