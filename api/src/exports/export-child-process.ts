import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type StreamOptions, streamFromChildProcess } from '../backups/backup-child-process.ts';
import type { ExportJob } from './export-job.ts';

const PROGRAM = fileURLToPath(new URL('./export-child-process-entry.ts', import.meta.url));

/** Why a child process: with SQLite, reading one state of the whole blog would block its requests. */
export function streamExportFromChildProcess(
  job: ExportJob,
  options: StreamOptions,
): Promise<Readable> {
  return streamFromChildProcess(PROGRAM, job, options);
}
