import { readFileSync } from 'node:fs';
import type {} from '@vitest/browser-playwright';
import type { BrowserCommandContext } from 'vitest/node';

const PICTURE = new URL('../../e2e/leaf.webp', import.meta.url);

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
