import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';

const FIXTURES = new URL('../web/app/admin/content/paste/fixtures/', import.meta.url);

/** What a program copies, or what becomes of it. */
export function fixture(name: string): string {
  return readFileSync(new URL(name, FIXTURES), 'utf8');
}

type Formats = Readonly<Record<string, string>>;

/** Dispatches the event of a paste; without a handler it does nothing, unlike a real one. */
export async function dispatchPaste(field: Locator, formats: Formats): Promise<void> {
  await field.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    element.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
    );
  }, formats);
}
