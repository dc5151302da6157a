import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { dispatchPasteOf, type Formats } from '../test-support/editor-events.ts';

const FIXTURES = new URL('../web/app/admin/content/paste/fixtures/', import.meta.url);

/** What a program copies, or what becomes of it. */
export function fixture(name: string): string {
  return readFileSync(new URL(name, FIXTURES), 'utf8');
}

export async function dispatchPaste(field: Locator, formats: Formats): Promise<void> {
  await field.evaluate(dispatchPasteOf, formats);
}
