import type { Readable } from 'node:stream';
import { runInChild, type StreamOptions, streamFromChild } from '../run-in-child.ts';
import type { BackupJob } from './make-backup.ts';
import type { SendJob } from './remote/send-backup.ts';

const ENTRY = new URL('./backup-child-process-entry.ts', import.meta.url);

type FileJob = BackupJob & { readonly file: string };

/** Without a file or another place, the archive is written to stdout. */
export type ChildJob = FileJob | SendJob | (BackupJob & { readonly file?: never });

export type JobReport = {
  readonly warnings: readonly string[];
  /** The size of the file that was written. */
  readonly bytes?: number;
  readonly name?: string;
  readonly cleanupError?: string | undefined;
};

/**
 * Why a child process: copying an SQLite database blocks the event loop. It has the environment of the server for the
 * PG* variables of PostgreSQL's driver.
 */
export function backupInChildProcess(
  job: FileJob | SendJob,
  signal: AbortSignal,
): Promise<JobReport> {
  return runInChild(ENTRY, job, { signal });
}

export function streamBackupFromChildProcess(
  job: BackupJob,
  options: StreamOptions<JobReport>,
): Promise<Readable> {
  return streamFromChild(ENTRY, job, options);
}
