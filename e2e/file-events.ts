import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { content, PICTURE } from './editor-form.ts';

type TestFile = { name: string; type: string; bytes: string };

export const picture: TestFile = {
  name: 'leaf.webp',
  type: 'image/webp',
  bytes: readFileSync(PICTURE).toString('base64'),
};

export function withName(name: string): TestFile {
  return { ...picture, name };
}

type Kind = 'drop' | 'dragover' | 'dragleave' | 'paste';
type Point = { x: number; y: number };

/** Dispatches the event that a browser fires for dropped or pasted files. */
export async function dispatchFiles(
  target: Locator,
  kind: Kind,
  files: readonly TestFile[],
  at: Point = { x: 0, y: 0 },
): Promise<void> {
  await target.evaluate(
    (element, [event, testFiles, { x, y }]) => {
      const transfer = new DataTransfer();
      for (const { bytes, name, type } of testFiles) {
        const decoded = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
        transfer.items.add(new File([decoded], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent(event, { ...options, dataTransfer: transfer, clientX: x, clientY: y }),
      );
    },
    [kind, files, at] as const,
  );
}

export async function dropInText(page: Page, files: readonly TestFile[], at?: Point) {
  await dispatchFiles(content(page), 'drop', files, at);
}

/** Delays every upload; the returned function continues the next one, or fails it. */
export async function holdUploads(page: Page) {
  const held: ((outcome: 'continue' | 'fail') => void)[] = [];
  await page.route('**/api/admin/upload-image', async (route) => {
    const outcome = await new Promise((resolve) => held.push(resolve));
    if (outcome === 'continue') await route.continue();
    else await route.fulfill({ status: 415, json: { detail: 'This is no image.' } });
  });
  return async (outcome: 'continue' | 'fail' = 'continue') => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    held.shift()?.(outcome);
  };
}

/** An uploaded image in the text, as a regular expression. */
export const IMG =
  '<figure><img src="/uploads/[\\w-]+-300x200-\\d{3}\\.webp" alt="" width="300" height="200"><figcaption></figcaption></figure>';

/** The text, with a bar for each placeholder and 'IMG' for each image. */
async function shape(page: Page): Promise<string> {
  const text = await content(page).inputValue();
  return text.replaceAll(/<!-- Uploading [^>]*-->/g, '|').replaceAll(new RegExp(IMG, 'g'), 'IMG');
}

export async function expectShape(page: Page, expected: string): Promise<void> {
  await expect.poll(() => shape(page)).toBe(expected);
}

export async function placeCaret(page: Page, at: number): Promise<void> {
  await content(page).focus();
  await content(page).evaluate(
    (field: HTMLTextAreaElement, offset) => field.setSelectionRange(offset, offset),
    at,
  );
}
