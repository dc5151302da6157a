import { createContext, Script } from 'node:vm';
import { UnrenderableError } from '../rendering/html-tree.ts';
import { ImportError, type SkippedItem, skipped } from './source.ts';

/** The longest text that is taken needs some seconds. */
const MAX_READING_MS = 30_000;

const context = createContext({ find: () => {} });
const CALL = new Script('find()');

function isTimeout(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/**
 * Returns what `find` returns, or a skipped item if that takes too long. Why a script: only a script can be
 * ended while it runs, even within a regular expression, so that the items after it are still imported.
 */
export function findInTime<Found>(
  title: string,
  find: () => Found,
  timeout = MAX_READING_MS,
): Found | SkippedItem {
  context.find = find;
  try {
    return CALL.runInContext(context, { timeout });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const seconds = timeout / 1_000;
    return skipped(title, `It took longer than ${seconds} seconds to read, so it was left out.`);
  }
}

/** Throws errors that are no fault of the item. */
export function reasonOf(error: unknown): string {
  if (error instanceof UnrenderableError) return 'Its HTML is nested too deeply.';
  if (error instanceof RangeError) return 'Its text is nested too deeply.';
  if (error instanceof ImportError) return error.message;
  throw error;
}

/** An item that cannot be read is skipped, and those after it are read. */
export async function readItem<Found>(
  title: string,
  readText: () => Promise<string>,
  find: (text: string) => Found,
  timeout?: number,
): Promise<Found | SkippedItem> {
  try {
    const text = await readText();
    return findInTime(title, () => find(text), timeout);
  } catch (error) {
    return skipped(title, reasonOf(error));
  }
}
