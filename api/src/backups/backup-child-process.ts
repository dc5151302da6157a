import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BackupError } from './backup-error.ts';
import type { SendJob } from './elsewhere/send-backup.ts';
import type { BackupJob } from './make-backup.ts';

const PROGRAM = fileURLToPath(new URL('./backup-child-process-entry.ts', import.meta.url));
const MAX_REPORT_CHARACTERS = 20_000;

/** Without a file or another place, the archive is written to stdout. */
export type ChildJob = BackupJob & { readonly file?: string };

export type JobReport = {
  readonly warnings: readonly string[];
  /** Of the file that was written. */
  readonly bytes?: number;
  readonly name?: string;
  readonly cleanupError?: string | undefined;
};

/** Written to stderr as JSON when the process ends. */
export type JobResult = JobReport | { readonly failed: string; readonly code: string | undefined };

type BackupProcess = {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly done: Promise<JobReport>;
};

function parseResult(report: string, exit: string): JobReport {
  let result: JobResult;
  try {
    result = JSON.parse(report);
  } catch (cause) {
    throw new Error(report || `The child process ended with ${exit}.`, { cause });
  }
  if ('warnings' in result) return result;
  throw Object.assign(new BackupError(result.failed), result.code && { code: result.code });
}

/**
 * Why a child process: copying an SQLite database blocks the event loop. The job goes through stdin
 * because it contains a password, which other users could read in the arguments. The environment is
 * inherited for the PG* variables of PostgreSQL's driver.
 */
function start(program: string, job: object, signal: AbortSignal): BackupProcess {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  // A process that exits before it reads its job reports the reason by its exit.
  child.stdin.on('error', () => {}).end(JSON.stringify(job));
  let report = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    report = (report + text).slice(-MAX_REPORT_CHARACTERS);
  });
  const done = once(child, 'close')
    .then(([code, killedBy]) => {
      signal.throwIfAborted();
      return parseResult(report, String(killedBy ?? code));
    })
    .finally(() => signal.removeEventListener('abort', stop));
  return { child, done };
}

export function writeBackupInChildProcess(
  job: ChildJob & { readonly file: string },
  signal: AbortSignal,
): Promise<JobReport> {
  return start(PROGRAM, job, signal).done;
}

export function sendBackupInChildProcess(job: SendJob, signal: AbortSignal): Promise<JobReport> {
  return start(PROGRAM, job, signal).done;
}

export type StreamOptions = {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly onWarnings: (warnings: readonly string[]) => void;
};

/**
 * Resolves with the first bytes, so that an early failure can still become an error response. A later
 * failure destroys the stream, and closing the stream kills the process.
 */
export async function streamFromChildProcess(
  program: string,
  job: object,
  { signal, onError, onWarnings }: StreamOptions,
): Promise<Readable> {
  const { child, done } = start(program, job, signal);
  done.catch(() => {});
  const chunks = child.stdout.iterator();
  const first = await chunks.next();
  if (first.done) {
    await done;
    throw new Error('The archive is empty.');
  }

  async function* untilDone() {
    try {
      yield first.value;
      yield* chunks;
      // Its output also ends when it has failed.
      const { warnings } = await done;
      if (warnings.length > 0) onWarnings(warnings);
    } catch (error) {
      if (!signal.aborted) onError(error);
      throw error;
    }
  }
  const stream = Readable.from(untilDone(), { objectMode: false });
  // Why not in the generator: it never runs when nothing is read from the stream.
  stream.once('close', () => child.kill());
  return stream;
}

export function streamBackupFromChildProcess(
  job: BackupJob,
  options: StreamOptions,
): Promise<Readable> {
  return streamFromChildProcess(PROGRAM, job, options);
}
