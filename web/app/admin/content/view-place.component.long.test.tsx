import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { box } from '../../../component-tests/content-box.ts';
import { content, openEditor } from '../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { boxOf, expectElement, painted, showView } from '../../../component-tests/locators.ts';
import {
  caretAfter,
  expectHtml,
  focusText,
  openVisual,
  text,
} from '../../../component-tests/visual-text.ts';

const LONG = Array.from(
  { length: 60 },
  (_, n) => `<p>Paragraph ${n} says <em>word${n}end</em> about ${n * 7}.</p>`,
).join('\n');

const LAPTOP = [1280, 800] as const;
const PHONE = [375, 667] as const;

const preview = page.getByRole('region', { name: 'Preview' });

/** Of a line on the screen. */
const NEAR_PX = 20;

const paragraph = (n: number) => new RegExp(`^Paragraph ${n} says`);

function middle({ top, bottom }: { top: number; bottom: number }): number {
  return (top + bottom) / 2;
}

const inVisual = (n: number) => middle(boxOf(text.getByText(paragraph(n))));
const inPreview = (n: number) => middle(boxOf(preview.getByText(paragraph(n))));

/** Every paragraph is one line. */
function inHtml(n: number): number {
  const { lineHeight, paddingTop } = getComputedStyle(box());
  const first = boxOf(content).top + box().clientTop + Number.parseFloat(paddingTop);
  return first + (n + 0.5) * Number.parseFloat(lineHeight) - box().scrollTop;
}

async function expectNear(place: () => number, expected: number) {
  await expect.poll(() => Math.abs(place() - expected), { timeout: 2000 }).toBeLessThan(NEAR_PX);
}

async function openHtml(): Promise<void> {
  const api = createFakeApi();
  await openEditor({ id: api.addPost({ content: LONG }).id, api });
}

async function scrollTo(n: number, place: (line: number) => number, wanted: number): Promise<void> {
  window.scrollBy({ top: place(n) - wanted, behavior: 'instant' });
  await painted();
}

function caretInHtml(words: string): void {
  box().focus({ preventScroll: true });
  const caret = box().value.indexOf(words) + words.length;
  box().setSelectionRange(caret, caret);
}

afterEach(() => page.viewport(1280, 900));

for (const [width, height] of [LAPTOP, PHONE]) {
  test(`from Visual to HTML and back, caret and line stay, at ${width}`, async () => {
    await page.viewport(width, height);
    await openVisual(LONG);
    await focusText();
    await caretAfter('word40');
    await scrollTo(40, inVisual, 300);
    const before = inVisual(40);
    await showView('HTML');
    await expectElement(content).toBeVisible();
    if (width > 1000) await expectNear(() => inHtml(40), before);
    await showView('Visual');
    await expectElement(text).toBeVisible();
    await expectNear(() => inVisual(40), before);
    await showView('HTML');
    await expectElement(content).toBeVisible();
    box().focus({ preventScroll: true });
    await keyboard.type('X');
    expect(box().value).toContain('<em>word40Xend</em>');
    await showView('Visual');
    await expectElement(text).toBeVisible();
    text.element().focus();
    await painted();
    await keyboard.type('Y');
    await expectHtml(/word40XYend/);
  });
}

test('from HTML to Visual, the caret keeps its place in the text and on the screen', async () => {
  await page.viewport(...LAPTOP);
  await openHtml();
  caretInHtml('<em>word33end</em> ab');
  await painted();
  await painted();
  const before = inHtml(33);
  await showView('Visual');
  await expectElement(text).toBeVisible();
  await expectNear(() => inVisual(33), before);
  text.element().focus();
  await painted();
  await keyboard.type('X');
  await expectHtml(/word33end<\/em> abXout/);
});

test('with the caret out of sight, the first block in sight stays', async () => {
  await page.viewport(...LAPTOP);
  await openVisual(LONG);
  await focusText();
  await caretAfter('word2');
  await scrollTo(20, inVisual, 100);
  const before = inVisual(20);
  await showView('HTML');
  await expectElement(content).toBeVisible();
  expect(inHtml(20)).toBeGreaterThan(0);
  expect(inHtml(20)).toBeLessThan(300);
  await showView('Visual');
  await expectElement(text).toBeVisible();
  // The page may have ended before.
  expect(Math.abs(inVisual(20) - before)).toBeLessThan(4 * NEAR_PX);
});

test('the preview shows the line of the caret, and the text what the preview has shown', async () => {
  await page.viewport(...LAPTOP);
  await openVisual(LONG);
  await focusText();
  await caretAfter('word40');
  await scrollTo(40, inVisual, 400);
  const before = inVisual(40);
  await showView('Preview');
  await expectElement(preview.getByText(paragraph(40))).toBeVisible();
  await expectNear(() => inPreview(40), before);
  await showView('Visual');
  await expectElement(text).toBeVisible();
  await expectNear(() => inVisual(40), before);
  await showView('Preview');
  await expectElement(preview.getByText(paragraph(40))).toBeVisible();
  preview.getByText(paragraph(10)).element().scrollIntoView({ block: 'center' });
  await painted();
  const scrolled = inPreview(10);
  await showView('HTML');
  await expectElement(content).toBeVisible();
  await expect.poll(() => inHtml(10)).toBeGreaterThan(scrolled - 400);
  expect(inHtml(10)).toBeLessThan(scrolled + 400);
});

test('side by side, the line of the caret is above Publishing', async () => {
  await page.viewport(...LAPTOP);
  await openHtml();
  caretInHtml('<em>word33end</em> ab');
  await scrollTo(33, inHtml, LAPTOP[1] - 20);
  await showView('Side by side');
  await expectElement(preview.getByRole('article')).toBeVisible();
  await painted();
  expect(inHtml(33)).toBeLessThan(boxOf(page.getByRole('region', { name: 'Publishing' })).top);
  expect(inHtml(33)).toBeGreaterThan(300);
});

test('side by side, both panes are in sight after reading where no caret is', async () => {
  await page.viewport(...LAPTOP);
  await openHtml();
  await expectElement(content).toBeVisible();
  await scrollTo(40, inHtml, 300);
  await showView('Side by side');
  await expectElement(content).toBeVisible();
  await painted();
  for (const pane of [content, preview]) {
    const { top, bottom } = boxOf(pane);
    const shown = Math.min(bottom, innerHeight) - Math.max(top, 0);
    expect(shown).toBeGreaterThan(innerHeight / 2);
  }
});

test('side by side, the pane that is scrolled takes the other with it', async () => {
  await page.viewport(...LAPTOP);
  await openHtml();
  await showView('Side by side');
  await expectElement(preview.getByRole('article')).toBeVisible();
  const scroll = (element: Element, top: number) => {
    element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    element.scrollTo(0, top);
  };
  scroll(box(), 700);
  await expect.poll(() => preview.element().scrollTop).toBeGreaterThan(300);
  const first = () => Math.round(box().scrollTop);
  const before = first();
  await painted();
  expect(first()).toBe(before);
  scroll(preview.element(), 0);
  await expect.poll(first).toBeLessThan(100);
});

test('on a phone, a view that is chosen below the text is shown from its start', async () => {
  await page.viewport(...PHONE);
  await openVisual(LONG);
  const bar = () => boxOf(page.getByCss('form > div:has(> h1)')).bottom;
  const tags = page.getByLabelText('Tags', { exact: true });
  for (const [view, start] of [
    ['Preview', () => boxOf(preview).top],
    ['HTML', () => boxOf(content).top],
  ] as const) {
    tags.element().scrollIntoView({ block: 'center' });
    await painted();
    await showView(view);
    await expect.poll(() => Math.abs(start() - bar())).toBeLessThan(NEAR_PX);
  }
});

test('on a phone, the preview scrolls with the page, and the line of the caret stays', async () => {
  await page.viewport(...PHONE);
  await openVisual(LONG);
  await focusText();
  await caretAfter('word40');
  await scrollTo(40, inVisual, 300);
  const before = inVisual(40);
  await showView('Preview');
  await expectElement(preview.getByText(paragraph(40))).toBeVisible();
  await expectNear(() => inPreview(40), before);
  const pane = preview.element();
  expect(pane.scrollHeight).toBe(pane.clientHeight);
  expect(boxOf(preview).left).toBe(0);
  expect(boxOf(preview).right).toBe(document.documentElement.clientWidth);
  await scrollTo(20, inPreview, 200);
  await showView('Visual');
  await expectElement(text).toBeVisible();
  await expect.poll(() => inVisual(20)).toBeGreaterThan(0);
  expect(inVisual(20)).toBeLessThan(400);
});
