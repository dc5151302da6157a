import { busy, createImageChildProcess, type ImageLog } from './image-child-process.ts';
import type { IconFiles, ImageJob, ImageResult } from './image-jobs.ts';
import { createTaskQueue, type TaskLimits, TaskRefused } from './task-queue.ts';
import type { VariantFormat } from './variant-formats.ts';

/** Includes waiting in the queue: proxies time out after a minute. */
const TIMEOUT_MS = 55_000;

const LIMITS: Readonly<Record<ImageJob['kind'], TaskLimits>> = {
  upload: { isUrgent: true, maxWaiting: 16, maxWaitMs: 30_000 },
  icons: { isUrgent: true, maxWaiting: 4, maxWaitMs: 30_000 },
  variant: { isUrgent: false, maxWaiting: 200, maxWaitMs: 10_000 },
};

type Parts = {
  readonly log: ImageLog;
  /** The memory limit of the child process, read before each job. */
  readonly maxBytes: () => number;
  readonly timeoutMs?: number;
  readonly limits?: Partial<typeof LIMITS>;
};

/**
 * Decodes and encodes images in a child process, one at a time, with limits of memory and time: a
 * hostile image can end that process, but not the server.
 */
export function createImageWorker({ log, maxBytes, timeoutMs = TIMEOUT_MS, limits }: Parts) {
  const queue = createTaskQueue();
  const { work, end } = createImageChildProcess({ log, maxBytes });

  /** Throws a 503 if the queue is full. */
  async function enqueue<Result>(
    kind: ImageJob['kind'],
    task: () => Promise<Result>,
  ): Promise<Result> {
    return queue.run(limits?.[kind] ?? LIMITS[kind], task).catch((error) => {
      throw error instanceof TaskRefused ? busy() : error;
    });
  }

  function run(job: ImageJob): Promise<ImageResult> {
    const deadline = Date.now() + timeoutMs;
    return enqueue(job.kind, () => work(job, deadline - Date.now()));
  }

  return {
    /** Encodes the upload into `output`; returns its name. */
    prepareUpload: async (input: string, output: string) =>
      String(await run({ kind: 'upload', input, output })),

    makeVariant: async (input: string, width: number, format: VariantFormat) =>
      Buffer.from((await run({ kind: 'variant', input, width, format })) as Uint8Array),

    makeIcons: async (input: string) => (await run({ kind: 'icons', input })) as IconFiles,

    /** For other child processes that decode images, so that only one runs at a time. */
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
