import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { box } from '../../../component-tests/content-box.ts';
import { content, openEditor, title } from '../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectElement,
  painted,
  showView,
  viewButton,
} from '../../../component-tests/locators.ts';
import { reduceMotion } from '../../../component-tests/media.ts';

const LAPTOP = [1280, 800] as const;
const PHONE = [375, 667] as const;

const preview = page.getByRole('region', { name: 'Preview' });
const bar = page.getByRole('region', { name: 'Publishing' });

const LINE_PX = 20;

const LONG = Array.from(
  { length: 60 },
  (_, n) => `<p>Paragraph ${n} says something about the number ${n * 7}.</p>`,
).join('\n');

async function openLong(size: readonly [number, number]): Promise<void> {
  await page.viewport(...size);
  const api = createFakeApi();
  await openEditor({ id: api.addPost({ content: LONG }).id, api });
}

afterEach(async () => {
  await reduceMotion(false);
  await page.viewport(1280, 900);
});

function setCaret(after: string): void {
  box().focus({ preventScroll: true });
  const caret = box().value.indexOf(after) + after.length;
  box().setSelectionRange(caret, caret);
}

/** In the pane, in the window and above the bar; of a paragraph that keeps its place, at least the line with the caret. */
async function expectShown(text: string, part = Infinity): Promise<void> {
  const isShown = () => {
    const line = boxOf(preview.getByText(text, { exact: true }));
    const pane = boxOf(preview);
    const bottom = Math.min(line.bottom, line.top + part);
    // On a phone it is at the bottom.
    const end = boxOf(bar).top > innerHeight / 2 ? boxOf(bar).top : innerHeight;
    return line.top >= pane.top && bottom <= Math.min(pane.bottom, end);
  };
  await expect.poll(isShown, { message: text }).toBe(true);
}

for (const size of [LAPTOP, PHONE]) {
  test(`the preview opens at the caret, and the text is where it was, at ${size[0]}`, async () => {
    await openLong(size);
    setCaret('Paragraph 44 says');
    await painted();
    await painted();
    const caret = box().selectionStart;
    const scrolled = box().scrollTop;
    await showView('Preview');
    await expectShown('Paragraph 44 says something about the number 308.', LINE_PX);
    const views = page.getByRole('button', { name: 'Views', exact: true });
    await expectElement(size === PHONE ? views : viewButton('Preview')).toHaveFocus();
    await showView('HTML');
    await expectElement(content).toBeVisible();
    expect(box().selectionStart).toBe(caret);
    // The browser rounds it.
    await expect.poll(() => Math.abs(box().scrollTop - scrolled)).toBeLessThanOrEqual(1);
  });
}

for (const isReduced of [false, true]) {
  test(`side by side follows the caret, with ${isReduced ? 'less' : 'usual'} motion`, async () => {
    await reduceMotion(isReduced);
    await openLong(LAPTOP);
    await showView('Side by side');
    await expectElement(preview.getByRole('article')).toBeVisible();
    setCaret('Paragraph 30 says');
    await expectShown('Paragraph 30 says something about the number 210.');
    setCaret('Paragraph 55 says');
    await painted();
    const scrolled = scrollY;
    await keyboard.type(' quite a lot and');
    await expectShown('Paragraph 55 says quite a lot and something about the number 385.');
    await expectElement(content).toHaveFocus();
    expect(scrollY).toBe(scrolled);
    await keyboard.press('Control+Home');
    await expectShown('Paragraph 0 says something about the number 0.');
  });
}

test('the preview stays where the reader has scrolled it', async () => {
  await openLong(LAPTOP);
  setCaret('Paragraph 30 says');
  await painted();
  await painted();
  await showView('Side by side');
  await expectShown('Paragraph 30 says something about the number 210.');
  preview.element().scrollTo(0, 0);
  await preview.getByRole('heading').first().click();
  title.element().focus();
  await keyboard.press('ArrowLeft');
  // It follows after 120 milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await painted();
  expect(preview.element().scrollTop).toBe(0);
});

test('the preview is in the language of the post, its fixed words in that of the site', async () => {
  const api = createFakeApi();
  await openEditor({ id: api.addPost({ content: '<p>مرحبا</p>', language: 'ar' }).id, api });
  await showView('Preview');
  const text = preview.getByText('مرحبا');
  await expectElement(text).toBeVisible();
  const languageOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang');
  expect(languageOf(text.element())).toBe('ar');
  const asked = api.calls.filter(({ path }) => path === '/admin/preview');
  expect(asked.at(-1)?.body).toEqual({ content: '<p>مرحبا</p>', language: 'ar' });
  expect(getComputedStyle(text.element()).direction).toBe('rtl');
  expect(languageOf(preview.getByText('1 min read').element())).toBe('en-US');
});

test('the button that copies code is above the code, also of a wide line', async () => {
  const api = createFakeApi();
  const code = `<pre><code>${'wide '.repeat(80)}\ntwo</code></pre>`;
  await openEditor({ id: api.addPost({ content: code }).id, api });
  await viewButton('Preview').click();
  const button = preview.getByRole('button', { name: 'Copy', exact: true });
  await expectElement(button).toBeInTheDocument();
  const text = document.createRange();
  text.selectNodeContents(preview.getByCss('pre code').element());
  expect(boxOf(button).bottom).toBeLessThanOrEqual(text.getBoundingClientRect().top);
});
