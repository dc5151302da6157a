import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  dispatchFilesOf,
  type FileEvent,
  type Point,
  shapeOf,
  type TestFile,
} from '../test-support/editor-events.ts';
import { content, PICTURE } from './editor-form.ts';

export const picture: TestFile = {
  name: 'leaf.webp',
  type: 'image/webp',
  bytes: readFileSync(PICTURE).toString('base64'),
};

export function withName(name: string): TestFile {
  return { ...picture, name };
}

export async function dispatchFiles(
  target: Locator,
  kind: FileEvent,
  files: readonly TestFile[],
  at: Point = { x: 0, y: 0 },
): Promise<void> {
  await target.evaluate(dispatchFilesOf, [kind, files, at] as const);
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

export async function expectShape(page: Page, expected: string): Promise<void> {
  await expect.poll(async () => shapeOf(await content(page).inputValue())).toBe(expected);
}

export async function placeCaret(page: Page, at: number): Promise<void> {
  await content(page).focus();
  await content(page).evaluate(
    (field: HTMLTextAreaElement, offset) => field.setSelectionRange(offset, offset),
    at,
  );
}
