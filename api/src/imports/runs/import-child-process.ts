import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ImportProgress } from '@longhand/contract/import-runs';
import type { ImportReport } from '@longhand/contract/imports';
import type { Config } from '../../config.ts';
import { ImportError } from '../source.ts';

/** As `npm run import` has: it takes a third of the memory away. */
const FLAGS = ['--max-semi-space-size=4'];
const PROGRAM = fileURLToPath(new URL('./import-child-process-entry.ts', import.meta.url));
const MAX_LOG_CHARACTERS = 20_000;

export type ImportJob = {
  readonly config: Config;
  readonly file: string;
  readonly dryRun: boolean;
  readonly fetchImages: boolean;
};

/** A line of stdout. */
export type ImportMessage =
  | { readonly progress: ImportProgress }
  | { readonly report: ImportReport }
  | { readonly failure: string };

export type RunImportJob = (
  job: ImportJob,
  options: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: ImportProgress) => void;
  },
) => Promise<ImportReport>;

/**
 * Why a child process: rendering thousands of posts would block the event loop, and its memory is freed
 * at the end. The job goes through stdin because it contains passwords.
 */
export const runInChildProcess: RunImportJob = async (job, { signal, onProgress }) => {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...FLAGS, PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  // A process that exits before it reads its job reports the reason by its exit.
  child.stdin.on('error', () => {}).end(JSON.stringify(job));
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-MAX_LOG_CHARACTERS);
  });
  const closed = once(child, 'close');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const message: ImportMessage = JSON.parse(line);
      if ('progress' in message) onProgress(message.progress);
      else if ('report' in message) return message.report;
      else throw new ImportError(message.failure);
    }
    const [code, killedBy] = await closed;
    signal.throwIfAborted();
    throw new Error(log || `The import ended with ${killedBy ?? code}.`);
  } finally {
    signal.removeEventListener('abort', stop);
    await closed;
  }
};
