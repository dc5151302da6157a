import { freemem, totalmem } from 'node:os';
import type { ProblemCode } from '@longhand/contract/problems';
import { Mutex, withTimeout } from 'async-mutex';
import type { FastifyBaseLogger } from 'fastify';
import { createCounts } from '../http/counts.ts';
import { ProblemError } from '../http/problem.ts';
import { ChildEnded, ChildFailure, ChildTimeout, startChild } from '../run-in-child.ts';
import {
  type IconFiles,
  type ImageJob,
  ImageRefused,
  type ImageResult,
  NEEDS_TOO_MUCH_MEMORY,
  TAKES_TOO_LONG,
} from './image-jobs.ts';
import type { VariantFormat } from './image-variants.ts';

const MEGABYTE = 1024 * 1024;
/** The server itself needs 192 MB, as was measured. */
const SERVER_BYTES = 220 * MEGABYTE;
/** The largest AVIF needs less. */
const MOST_BYTES = 2_048 * MEGABYTE;
/** The process itself takes half of this. */
const LEAST_BYTES = 144 * MEGABYTE;
const SHARE_OF_FREE = 0.9;

type Machine = { readonly total: number; readonly free: number };

function readMachine(): Machine {
  // This is the limit of a container; without one, zero or more than the total.
  const limit = process.constrainedMemory();
  return { total: limit > 0 ? Math.min(limit, totalmem()) : totalmem(), free: freemem() };
}

export function memoryForImages(workers: number, machine: Machine = readMachine()): number {
  const share = machine.total / workers - SERVER_BYTES;
  const bytes = Math.min(share, machine.free * SHARE_OF_FREE, MOST_BYTES);
  return Math.max(bytes, LEAST_BYTES);
}

const ENTRY = new URL('./image-child-process-entry.ts', import.meta.url);
const RETRY_AFTER_S = 30;
const IDLE_MS = 10_000;
/** Image libraries do not return all memory after a large image. Above this limit, the process is replaced. */
const MAX_IDLE_BYTES = 128 * MEGABYTE;
/** Includes waiting in the queue, because proxies time out after a minute. */
const TIMEOUT_MS = 55_000;

type TaskLimits = {
  readonly isUrgent: boolean;
  /** Urgent tasks are counted separately. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
};

const LIMITS: Readonly<Record<ImageJob['kind'], TaskLimits>> = {
  upload: { isUrgent: true, maxWaiting: 16, maxWaitMs: 30_000 },
  icons: { isUrgent: true, maxWaiting: 4, maxWaitMs: 30_000 },
  variant: { isUrgent: false, maxWaiting: 200, maxWaitMs: 10_000 },
};

type ImageLog = Pick<FastifyBaseLogger, 'warn' | 'error'>;

type Parts = {
  readonly log: ImageLog;
  /** The memory limit of the child process, read before each job. */
  readonly maxBytes: () => number;
  readonly timeoutMs?: number;
  readonly limits?: Partial<typeof LIMITS>;
};

function busy(): ProblemError {
  return new ProblemError(
    'unavailable',
    'The server is still busy with other images. Please try again in half a minute.',
    { retryAfter: RETRY_AFTER_S },
  );
}

/** Runs one task at a time, and refuses those that would have to wait too long with a 503. */
function createTaskQueue() {
  const mutex = new Mutex();
  const waiting = createCounts();
  const counts = { done: 0, failed: 0, refused: 0 };

  async function acquire({ isUrgent, maxWaiting, maxWaitMs }: TaskLimits) {
    if (!mutex.isLocked()) return mutex.acquire();
    const kind = isUrgent ? 'urgent' : 'usual';
    if (waiting.of(kind) >= maxWaiting) throw busy();
    waiting.add(kind);
    return withTimeout(mutex, maxWaitMs, busy())
      .acquire(Number(isUrgent))
      .finally(() => waiting.remove(kind));
  }

  async function run<Result>(limits: TaskLimits, task: () => Promise<Result>): Promise<Result> {
    const release = await acquire(limits).catch((error) => {
      counts.refused += 1;
      throw error;
    });
    try {
      const result = await task();
      counts.done += 1;
      return result;
    } catch (error) {
      counts.failed += 1;
      throw error;
    } finally {
      release();
    }
  }

  return {
    run,
    state: () => ({
      ...counts,
      running: Number(mutex.isLocked()),
      waiting: waiting.of('urgent') + waiting.of('usual'),
    }),
  };
}

function explain(error: unknown, log: ImageLog): unknown {
  if (error instanceof ChildFailure)
    return error.kind === ImageRefused.name
      ? new ProblemError(error.code as ProblemCode, error.message)
      : error;
  if (error instanceof ChildTimeout) return new ProblemError('too-large', TAKES_TOO_LONG);
  if (!(error instanceof ChildEnded)) {
    log.error({ err: error }, 'the process that prepares images could not be started');
    return busy();
  }
  // It kills itself when it needs too much memory, or the kernel does.
  if (error.exit === 'SIGKILL') return new ProblemError('too-large', NEEDS_TOO_MUCH_MEMORY);
  log.warn(`the process that prepares images ended with ${error.exit}`);
  return new ProblemError('not-an-image', 'The image is damaged and could not be read.');
}

/** The first job starts the process, which ends after IDLE_MS without one. */
function createImageProcess({ log, maxBytes }: Pick<Parts, 'log' | 'maxBytes'>) {
  let child: ReturnType<typeof startChild> | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    await ended?.kill();
  }

  async function work(job: ImageJob, maxMs: number): Promise<ImageResult> {
    clearTimeout(idle);
    // The process may have ended while it was idle.
    if (!child?.isConnected()) void end();
    try {
      // A process that decodes untrusted images gets no secrets.
      child ??= startChild(ENTRY, { env: {} });
      return await child.run<ImageResult>(job, { maxMs, maxBytes: maxBytes() });
    } catch (error) {
      if (!(error instanceof ChildFailure)) void end();
      throw explain(error, log);
    } finally {
      if ((child?.memoryBytes() ?? 0) > MAX_IDLE_BYTES) void end();
      else if (child) idle = setTimeout(() => void end(), IDLE_MS);
    }
  }

  return { work, end };
}

/**
 * Decodes and encodes images in a child process, one at a time, with limits of memory and time: a hostile image can end
 * that process, but not the server.
 */
export function createImageWorker({ log, maxBytes, timeoutMs = TIMEOUT_MS, limits }: Parts) {
  const queue = createTaskQueue();
  const { work, end } = createImageProcess({ log, maxBytes });

  const enqueue = <Result>(kind: ImageJob['kind'], task: () => Promise<Result>) =>
    queue.run(limits?.[kind] ?? LIMITS[kind], task);

  function run(job: ImageJob): Promise<ImageResult> {
    const deadline = Date.now() + timeoutMs;
    return enqueue(job.kind, () => work(job, deadline - Date.now()));
  }

  return {
    prepareUpload: async (input: string, output: string) =>
      String(await run({ kind: 'upload', input, output })),

    makeVariant: async (input: string, width: number, format: VariantFormat) =>
      Buffer.from((await run({ kind: 'variant', input, width, format })) as Uint8Array),

    makeIcons: async (input: string) => (await run({ kind: 'icons', input })) as IconFiles,

    /** Other child processes that decode images run in here, so that there is only one at a time. */
    runAlone: <Result>(task: () => Promise<Result>) =>
      enqueue('variant', () => {
        // An idle process would still hold its memory.
        void end();
        return task();
      }),

    end,

    state: queue.state,
  };
}

export type ImageWorker = ReturnType<typeof createImageWorker>;
