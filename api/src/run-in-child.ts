import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, Failure, ParentMessage } from './child-process.ts';

const MAX_LOG_CHARACTERS = 20_000;

/** The job has failed in the child process, where its error was of the class `kind`. */
export class ChildFailure extends Error {
  readonly kind: string;
  readonly code?: string;

  constructor({ kind, message, stack, code }: Failure) {
    super(message);
    this.kind = kind;
    this.stack = stack;
    if (code !== undefined) this.code = code;
  }
}

/** The child process crashed or was killed, for example because memory ran out. */
export class ChildEnded extends Error {
  readonly exit: string;

  constructor(code: number | null, killedBy: string | null, log: string) {
    const exit = killedBy ?? `code ${code}`;
    super(log || `The child process ended with ${exit}.`);
    this.exit = exit;
  }
}

export class ChildTimeout extends Error {}

type StartOptions = {
  readonly nodeFlags?: readonly string[];
  /** Without it, the child process has the environment of this one. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdout?: 'pipe' | 'ignore';
};

type JobOptions<Progress> = {
  /** The time until the result or the next progress. Measured here, because a busy child process would not notice. */
  readonly maxMs?: number;
  /** It limits the memory of the whole child process. */
  readonly maxBytes?: number;
  readonly onProgress?: (progress: Progress) => void;
};

/** The process does one job at a time, until it is killed or disconnected. */
export function startChild(
  entry: URL,
  { nodeFlags = [], env, stdout = 'ignore' }: StartOptions = {},
) {
  const args = [...nodeFlags, fileURLToPath(entry), String(process.pid)];
  const child: ChildProcess = spawn(process.execPath, args, {
    ...(env && { env }),
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  // Why not 'close': Node does not emit it when this process has disconnected.
  const ended = once(child, 'exit');
  ended.catch(() => {});
  // A failed send emits another error.
  child.on('error', () => {});
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-MAX_LOG_CHARACTERS);
  });
  let memoryBytes = 0;

  /** The job is not an argument, because other users could read its passwords there. */
  async function run<Result, Progress = never>(
    job: unknown,
    { maxMs, maxBytes, onProgress }: JobOptions<Progress> = {},
  ): Promise<Result> {
    // This happens, for example, without a free file descriptor.
    if (!child.connected) throw new Error('The child process could not be started.');
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const timer =
      maxMs === undefined ? undefined : setTimeout(() => reject(new ChildTimeout()), maxMs);
    function onMessage(message: ChildMessage<Result, Progress>): void {
      if ('progress' in message) {
        timer?.refresh();
        onProgress?.(message.progress);
        return;
      }
      memoryBytes = message.memoryBytes;
      if ('result' in message) resolve(message.result);
      else reject(new ChildFailure(message.failure));
    }
    const onClose = (code: number | null, killedBy: string | null) =>
      reject(new ChildEnded(code, killedBy, log));
    child.on('message', onMessage).on('close', onClose).on('error', reject);
    const message: ParentMessage<unknown> = { job, maxBytes };
    child.send(message, (error) => {
      if (error) reject(error);
    });
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', onMessage).off('close', onClose).off('error', reject);
    });
  }

  /** Resolves when the process has ended. */
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended.catch(() => {});
  }

  /** The process ends by itself then. */
  async function disconnect(): Promise<void> {
    if (child.connected) child.disconnect();
    await ended.catch(() => {});
  }

  return {
    run,
    kill,
    disconnect,
    stdout: child.stdout as Readable,
    isConnected: () => child.connected,
    /** The memory that it had after its last job. */
    memoryBytes: () => memoryBytes,
  };
}

type Child = ReturnType<typeof startChild>;

async function runAndEnd<Result, Progress>(
  child: Child,
  job: unknown,
  options: JobOptions<Progress>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.addEventListener('abort', child.kill);
  try {
    return await child.run<Result, Progress>(job, options);
  } catch (error) {
    if (!(error instanceof ChildFailure)) await child.kill();
    signal?.throwIfAborted();
    throw error;
  } finally {
    await child.disconnect();
    signal?.removeEventListener('abort', child.kill);
  }
}

type Options<Progress> = StartOptions & JobOptions<Progress> & { readonly signal?: AbortSignal };

/** Rejects with `ChildFailure`, `ChildEnded`, `ChildTimeout` or the reason of the signal. */
export async function runInChild<Result, Progress = never>(
  entry: URL,
  job: unknown,
  { signal, ...options }: Options<Progress> = {},
): Promise<Result> {
  signal?.throwIfAborted();
  return runAndEnd(startChild(entry, options), job, options, signal);
}

export type StreamOptions<Result> = {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly onResult?: (result: Result) => void;
};

/**
 * Resolves with the first bytes of stdout, so that an early failure can still become an error response. A later failure
 * destroys the stream, and closing the stream kills the process.
 */
export async function streamFromChild<Result>(
  entry: URL,
  job: unknown,
  { signal, onError, onResult }: StreamOptions<Result>,
): Promise<Readable> {
  signal.throwIfAborted();
  const child = startChild(entry, { stdout: 'pipe' });
  const done = runAndEnd<Result, never>(child, job, {}, signal);
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
      // The output also ends when the process has failed.
      onResult?.(await done);
    } catch (error) {
      if (!signal.aborted) onError(error);
      throw error;
    }
  }
  const stream = Readable.from(untilDone(), { objectMode: false });
  // Why not in the generator: it never runs when nothing is read from the stream.
  stream.once('close', child.kill);
  return stream;
}
