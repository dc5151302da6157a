import { onTestFinished } from 'vitest';
import { commands, type Locator } from 'vitest/browser';
import { dispatchPasteOf, type Formats } from '../../test-support/editor-events.ts';

const FIXTURES = import.meta.glob<string>('../app/admin/content/paste/fixtures/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What a program copies, or what becomes of it. */
export function fixture(name: string): string {
  const text = FIXTURES[`../app/admin/content/paste/fixtures/${name}`];
  if (text === undefined) throw new Error(`There is no ${name}`);
  return text;
}

/** Says whether there was a handler. */
export function dispatchPaste(target: Locator, formats: Formats): boolean {
  return dispatchPasteOf(target.element(), formats);
}

/** Until its end, only this test uses the system's clipboard; for tests that copy with the keyboard. */
export async function takeClipboard(): Promise<void> {
  await commands.takeClipboard();
  onTestFinished(commands.releaseClipboard);
}

/** Puts formats into the system's clipboard, as a program does. */
export async function copy(formats: Formats): Promise<void> {
  await takeClipboard();
  const blobs = Object.entries(formats).map(([type, value]) => [type, new Blob([value], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}
