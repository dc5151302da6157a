import { text } from 'node:stream/consumers';
import { lowerPriority } from '../child-process-priority.ts';
import type { JobResult } from './backup-child-process.ts';
import { BackupError } from './backup-error.ts';

/** The first code in the chain of causes. */
function codeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}

async function resultOf<Job>(run: (job: Job) => Promise<JobResult>): Promise<JobResult> {
  const job: Job = JSON.parse(await text(process.stdin));
  try {
    return await run(job);
  } catch (error) {
    process.exitCode = 1;
    const { message, stack } = error as Error;
    return { failed: error instanceof BackupError ? message : String(stack), code: codeOf(error) };
  }
}

/** Runs the job that stdin has, and writes its result to stderr. */
export async function reportJob<Job>(run: (job: Job) => Promise<JobResult>): Promise<void> {
  lowerPriority();
  process.stderr.write(JSON.stringify(await resultOf(run)));
}
