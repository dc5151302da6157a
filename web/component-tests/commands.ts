import { readFileSync } from 'node:fs';
import type {} from '@vitest/browser-playwright';
import type { BrowserCommandContext } from 'vitest/node';

const PICTURE = new URL('../../e2e/leaf.webp', import.meta.url);

export type Point = { readonly x: number; readonly y: number };

let clipboardIsFree = Promise.resolve();
const releases = new Map<string, () => void>();

/** What Node does for the tests. Why not userEvent for keys: it sends each key of a text on its own. */
export const commands = {
  async press({ page }: BrowserCommandContext, keys: string): Promise<void> {
    await page.keyboard.press(keys);
  },
  async type({ page }: BrowserCommandContext, text: string): Promise<void> {
    await page.keyboard.type(text);
  },
  async insertText({ page }: BrowserCommandContext, text: string): Promise<void> {
    await page.keyboard.insertText(text);
  },
  /** From one point of the test's page to the other, with the button of the mouse down. */
  async drag({ page, frame }: BrowserCommandContext, from: Point, to: Point): Promise<void> {
    const element = await (await frame()).frameElement();
    const { x = 0, y = 0 } = (await element.boundingBox()) ?? {};
    await page.mouse.move(x + from.x, y + from.y);
    await page.mouse.down();
    await page.mouse.move(x + to.x, y + to.y);
    await page.mouse.up();
  },
  /** All pages share the clipboard of the browser: one test has it at a time. */
  async takeClipboard({ sessionId }: BrowserCommandContext): Promise<void> {
    if (releases.has(sessionId)) return;
    const before = clipboardIsFree;
    const { promise, resolve } = Promise.withResolvers<void>();
    clipboardIsFree = promise;
    releases.set(sessionId, resolve);
    await before;
  },
  async releaseClipboard({ sessionId }: BrowserCommandContext): Promise<void> {
    releases.get(sessionId)?.();
    releases.delete(sessionId);
  },
  /** Answers the next question for files with pictures of these names. */
  async chooseFiles({ page }: BrowserCommandContext, names: readonly string[]): Promise<boolean> {
    const chooser = await page.waitForEvent('filechooser');
    const buffer = readFileSync(PICTURE);
    await chooser.setFiles(names.map((name) => ({ name, mimeType: 'image/webp', buffer })));
    return chooser.isMultiple();
  },
};
