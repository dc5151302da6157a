import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { box } from './content-box.ts';
import { content, openEditor } from './editor-page.tsx';
import { createFakeApi } from './fake-api.ts';
import { keyboard } from './keyboard.ts';
import { showView } from './locators.ts';

export type Size = readonly [number, number];

/** Much longer than the window. */
export const LINES = Array.from({ length: 80 }, (_, line) => `Line ${line}`).join('\n');

export const [LAPTOP, PHONE, LOW, LOW_AND_NARROW] = [
  [1280, 800],
  [375, 667],
  [1280, 400],
  [667, 375],
] as const;

/** The distance of the caret's line from the bars; negative if it is covered. */
type Room = { readonly line: number; readonly above: number; readonly below: number };

let rooms: Room[] = [];

/** Resize observers run last in a frame, right before the paint. */
function rightBeforePaint(element: Element): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(element);
    });
  });
}

export function find(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error('This is no editor');
  return found;
}

/** What may be over the text: lines at its top, and on a phone bars at the bottom. */
const COVERING = [
  'form > div:has(> h1)',
  'form > div:has(> h1) > [class*=messages]',
  'div:has(> * > [aria-label="Formatting"])',
  '[aria-label="Formatting"]',
  'section[aria-labelledby="publishing"]',
];

/** Computed from the line number: works only without wrapped lines. */
export async function room(): Promise<Room> {
  const field = box();
  await rightBeforePaint(field);
  const { lineHeight, paddingTop } = getComputedStyle(field);
  const height = Number.parseFloat(lineHeight);
  const caret = field.selectionDirection === 'backward' ? field.selectionStart : field.selectionEnd;
  const line = field.value.slice(0, caret).split('\n').length;
  const { top: fieldTop, bottom } = field.getBoundingClientRect();
  const first = fieldTop + field.clientTop + Number.parseFloat(paddingTop) - field.scrollTop;
  const top = first + (line - 1) * height;
  const visible = window.visualViewport;
  const start = visible?.offsetTop ?? 0;
  const end = start + (visible?.height ?? innerHeight);
  const covering = COVERING.flatMap((selector) => [...document.querySelectorAll(selector)]);
  const boxesOf = (positions: RegExp) =>
    covering
      .filter((element) => positions.test(getComputedStyle(element).position))
      .map((element) => element.getBoundingClientRect())
      .filter((each) => each.height > 0);
  const above = boxesOf(/sticky|absolute/).map((each) => each.bottom);
  const below = boxesOf(/fixed/).map((each) => each.top);
  return {
    line,
    above: top - Math.max(start, ...above),
    below: Math.min(end, bottom, ...below) - top - height,
  };
}

function onSelection(): void {
  if (document.activeElement !== box()) return;
  const caret = () => `${box().selectionStart} ${box().selectionEnd}`;
  const before = caret();
  // A caret that has moved on comes with an event of its own.
  void room().then((now) => before === caret() && rooms.push(now));
}

/** Records the room that the caret has after each movement; to be called by each file. */
export function watchCaret(): void {
  beforeEach(() => {
    rooms = [];
    document.addEventListener('selectionchange', onSelection);
  });

  afterEach(async () => {
    document.removeEventListener('selectionchange', onSelection);
    await page.viewport(1280, 900);
  });
}

export function forgetMovements(): void {
  rooms = [];
}

export async function openAt([width, height]: Size, api = createFakeApi()) {
  await page.viewport(width, height);
  await openEditor({ api });
}

/** The caret's position is updated some time after the key. */
export async function expectInView(where: string): Promise<void> {
  const least = () => room().then(({ above, below }) => Math.min(above, below));
  await expect.poll(least, { message: where }).toBeGreaterThanOrEqual(0);
}

/** Checks every movement since the last call. */
export async function expectAlwaysInView(where: string): Promise<void> {
  await room();
  const moved = rooms.splice(0);
  expect(moved.length, where).toBeGreaterThan(0);
  expect(
    moved.filter(({ above, below }) => above < 0 || below < 0),
    where,
  ).toEqual([]);
}

export async function pressOften(keys: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await keyboard.press(keys);
}

/** Types more lines than fit into the window, and goes back to the first. */
export async function expectEveryLineInView(size: Size, view: 'HTML' | 'Side by side') {
  await openAt(size);
  await showView(view);
  await content.click();
  const lines = Math.ceil(size[1] / 25);
  await keyboard.type('a\n'.repeat(lines));
  expect(box().scrollHeight).toBeGreaterThan(size[1]);
  await expectAlwaysInView('typing');
  await pressOften('ArrowUp', lines);
  await expectAlwaysInView('upward');
  await expectInView('the first line');
  await pressOften('Shift+ArrowDown', lines);
  await expectAlwaysInView('selecting downward');
}

/** An on-screen keyboard shrinks the visual viewport, not the page. */
export async function withKeyboard(
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
