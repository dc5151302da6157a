// The child process that makes a backup: it reads a job from stdin. See backup-child-process.ts.
import { text } from 'node:stream/consumers';
import { lowerPriority } from '../child-process-priority.ts';
import type { ChildJob, JobResult } from './backup-child-process.ts';
import { BackupError } from './backup-error.ts';
import { streamBackup, writeBackup } from './make-backup.ts';

/** The first code in the chain of causes. */
function codeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}

async function makeBackup(): Promise<JobResult> {
  const { file, ...job }: ChildJob = JSON.parse(await text(process.stdin));
  try {
    const { warnings } =
      file === undefined ? await streamBackup(job, process.stdout) : await writeBackup(job, file);
    return { warnings };
  } catch (error) {
    process.exitCode = 1;
    const { message, stack } = error as Error;
    return { failed: error instanceof BackupError ? message : String(stack), code: codeOf(error) };
  }
}

lowerPriority();
process.stderr.write(JSON.stringify(await makeBackup()));
