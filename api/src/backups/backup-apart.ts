import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { BackupOrder } from './make-backup.ts';

const PROGRAM = fileURLToPath(new URL('./backup-process.ts', import.meta.url));
const MAX_LAST_WORDS = 10_000;

/** Without a file, the archive comes out of the process. */
export type ApartOrder = BackupOrder & { readonly file?: string };

type Started = {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Resolves when it is done, rejects with what it said if it failed. */
  readonly done: Promise<void>;
};

/**
 * In a process of its own: SQLite copies a database in one piece, and nobody else would be
 * answered meanwhile.
 */
function start(order: ApartOrder): Started {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {},
  });
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-MAX_LAST_WORDS);
  });
  const done = once(child, 'close').then(([code, signal]) => {
    if (code !== 0) throw new Error(lastWords || `The backup ended with ${signal ?? code}.`);
  });
  return { child, done };
}

/** Writes a backup as a file, unless the signal comes first. */
export async function writeBackupApart(order: Required<ApartOrder>, signal: AbortSignal) {
  const { child, done } = start(order);
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    await done;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * A backup as a stream, once its first bytes are there: whatever fails before them fails here,
 * and whatever fails later breaks the stream off. Whoever stops reading ends the process.
 */
export async function streamBackupApart(
  order: BackupOrder,
  onBreak: (error: unknown) => void,
): Promise<Readable> {
  const { child, done } = start(order);
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
      await done;
    } catch (error) {
      onBreak(error);
      throw error;
    } finally {
      child.kill();
    }
  }
  return Readable.from(untilDone(), { objectMode: false });
}
