import type { ImportProgress, ImportReport } from '@longhand/contract/imports';
import type { Config } from '../../config/config.ts';
import type { Origin } from '../../events/origin.ts';
import { ChildFailure, ChildTimeout, runInChild } from '../../run-in-child.ts';
import { ImportError } from '../source.ts';

/** `npm run import` has the same flags: each saves about a third of the memory. */
const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=20'];
const ENTRY = new URL('./import-child-process-entry.ts', import.meta.url);
/** An item with many pictures that are fetched from slow servers takes minutes. */
const MAX_ITEM_MS = 15 * 60_000;

export type ImportJob = {
  readonly config: Config;
  readonly file: string;
  readonly dryRun: boolean;
  readonly fetchImages: boolean;
  readonly origin: Origin;
};

export type RunImportJob = (
  job: ImportJob,
  options: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: ImportProgress) => void;
    readonly maxItemMs?: number;
  },
) => Promise<ImportReport>;

function tookTooLong(item: number, maxMs: number, dryRun: boolean): ImportError {
  const limit = `${Math.round(maxMs / 60_000)} minutes`;
  const kept = dryRun ? 'Nothing was imported.' : 'What was already imported stays.';
  return new ImportError(
    `Item ${item} took longer than ${limit}, so the import was ended. ${kept} Take that item out of the file and upload it again.`,
  );
}

/**
 * Why a child process: rendering thousands of posts would block the event loop, and its memory is freed
 * at the end.
 */
export const runInChildProcess: RunImportJob = async (
  job,
  { signal, onProgress, maxItemMs = MAX_ITEM_MS },
) => {
  let items = 0;
  try {
    return await runInChild<ImportReport, ImportProgress>(ENTRY, job, {
      ...{ nodeFlags: FLAGS, signal, maxMs: maxItemMs },
      onProgress(progress) {
        items = progress.items;
        onProgress(progress);
      },
    });
  } catch (error) {
    if (error instanceof ChildTimeout) throw tookTooLong(items + 1, maxItemMs, job.dryRun);
    if (error instanceof ChildFailure && error.kind === ImportError.name)
      throw new ImportError(error.message);
    throw error;
  }
};
