import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { putCaretAfter } from '../../test-support/editor-events.ts';
import { openEditor } from './editor-page.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { keyboard } from './keyboard.ts';
import { expectCount, expectElement, painted, showView } from './locators.ts';

/** The text in the visual mode. */
export const text = page.getByRole('textbox', { name: 'Content', exact: true });

/** Opens the editor in the visual mode, as after it was chosen there before. */
export async function openVisual(html = '', api = createFakeApi()): Promise<FakeApi> {
  api.chooseView('visual');
  const id = html === '' ? '' : api.addPost({ content: html }).id;
  await openEditor({ id, api });
  await expectElement(text).toBeVisible();
  return api;
}

/** With the caret at the end of the text. */
export async function openText(html = '', api = createFakeApi()): Promise<FakeApi> {
  await openVisual(html, api);
  await focusText();
  return api;
}

export async function showVisual(): Promise<void> {
  await showView('Visual');
  await expectElement(text).toBeVisible();
}

/** The editor sets the browser's selection 20 milliseconds after it gets the focus. */
export async function selectionKnown(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 30));
  await painted();
}

export async function focusText(): Promise<void> {
  text.element().focus();
  await selectionKnown();
  await toEnd();
}

/** The browser tells the editor of a new selection with the next frame: before that, keys use the old one. */
export async function toEnd(): Promise<void> {
  await keyboard.press('Control+End');
  await painted();
}

export async function caretAfter(words: string): Promise<void> {
  putCaretAfter(text.element(), words);
  await painted();
}

export async function selectBack(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await keyboard.press('Shift+ArrowLeft');
  await painted();
}

/** The box, hidden in the visual mode, has the HTML that would be saved. */
export function html(): string {
  const box = document.querySelector<HTMLTextAreaElement>('textarea[required][rows="12"]');
  if (!box) throw new Error('There is no editor');
  return box.value;
}

export async function expectHtml(expected: string | RegExp): Promise<void> {
  const value = expect.poll(html);
  await (typeof expected === 'string' ? value.toBe(expected) : value.toMatch(expected));
}

/** Waits until the places of uploads have the size of their pictures. */
export async function uploadsSized(expected: number): Promise<void> {
  await expectCount(text.getByCss('[data-upload] [style*="aspect-ratio"]'), expected);
}
