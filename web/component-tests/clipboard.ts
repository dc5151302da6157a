import { onTestFinished } from 'vitest';
import { commands, type Locator } from 'vitest/browser';

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

type Formats = Readonly<Record<string, string>>;

function transferOf(formats: Formats): DataTransfer {
  const transfer = new DataTransfer();
  for (const [type, value] of Object.entries(formats)) transfer.setData(type, value);
  return transfer;
}

/** Dispatches the event of a paste; without a handler it does nothing, unlike a real one. Says whether there was one. */
export function dispatchPaste(target: Locator, formats: Formats): boolean {
  const options = { bubbles: true, cancelable: true, clipboardData: transferOf(formats) };
  return !target.element().dispatchEvent(new ClipboardEvent('paste', options));
}

/** Puts formats into the system's clipboard, as a program does; until its end, only this test uses it. */
export async function copy(formats: Formats): Promise<void> {
  await commands.takeClipboard();
  onTestFinished(commands.releaseClipboard);
  const blobs = Object.entries(formats).map(([type, value]) => [type, new Blob([value], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}
