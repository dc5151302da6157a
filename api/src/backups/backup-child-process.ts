import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BackupError } from './backup-error.ts';
import type { BackupJob } from './make-backup.ts';

const PROGRAM = fileURLToPath(new URL('./backup-job.ts', import.meta.url));
const MAX_REPORT_CHARACTERS = 20_000;

/** Without a file, the archive comes out of the process. */
export type ChildJob = BackupJob & { readonly file?: string };

/** What the process writes to stderr at its end, as JSON. */
export type JobResult =
  | { readonly warnings: readonly string[] }
  | { readonly failed: string; readonly code: string | undefined };

type Started = {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Resolves with its warnings when it is done, rejects with what it said if it failed. */
  readonly done: Promise<readonly string[]>;
};

function parseResult(report: string, ended: string): readonly string[] {
  let said: JobResult;
  try {
    said = JSON.parse(report);
  } catch (cause) {
    throw new Error(report || `The backup ended with ${ended}.`, { cause });
  }
  if ('warnings' in said) return said.warnings;
  throw Object.assign(new BackupError(said.failed), said.code && { code: said.code });
}

/**
 * In a process of its own: SQLite copies a database in one piece, and nobody else would be
 * answered meanwhile. The job has a password in it, which nobody else on the machine may read.
 * It gets the environment as it is: what PostgreSQL's driver finds there, it must find, too.
 */
function start(job: ChildJob, signal: AbortSignal): Started {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  // One that ends before it has read its job says why by its end.
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

/** Writes a backup as a file, unless the signal comes first. Answers with its warnings. */
export function writeBackupInChildProcess(
  job: ChildJob & { readonly file: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  return start(job, signal).done;
}

type StreamOptions = {
  /** Of whoever reads it; it is over when they are gone. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly onWarnings: (warnings: readonly string[]) => void;
};

/**
 * A backup as a stream, once its first bytes are there: whatever fails before them fails here,
 * and whatever fails later breaks the stream off. Whoever stops reading ends the process.
 */
export async function streamBackupFromChildProcess(
  job: BackupJob,
  { signal, onError, onWarnings }: StreamOptions,
): Promise<Readable> {
  const { child, done } = start(job, signal);
  done.catch(() => {});
  const pieces = child.stdout.iterator();
  const first = await pieces.next();
  if (first.done) {
    await done;
    throw new Error('The backup is empty.');
  }

  async function* untilDone() {
    try {
      yield first.value;
      yield* pieces;
      // The end of what it sends may be that of a process that has failed.
      const warnings = await done;
      if (warnings.length > 0) onWarnings(warnings);
    } catch (error) {
      if (!signal.aborted) onError(error);
      throw error;
    }
  }
  const stream = Readable.from(untilDone(), { objectMode: false });
  // Also of one of which nothing was read yet: what is above has then not even begun.
  stream.once('close', () => child.kill());
  return stream;
}
