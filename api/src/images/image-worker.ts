import type { ImageFormat } from '@longhand/contract/image-names';
import type { FastifyBaseLogger } from 'fastify';
import { busy, createImageChildProcess } from './image-child-process.ts';
import type { ImageJob, ImageResult } from './image-jobs.ts';
import { createTaskQueue, type TaskLimits, TaskRefused } from './task-queue.ts';

/** With its wait: a proxy waits a minute for an answer. */
const ANSWER_WITHIN_MS = 55_000;

const LIMITS: Readonly<Record<ImageJob['kind'], TaskLimits>> = {
  upload: { isUrgent: true, maxWaiting: 16, maxWaitMs: 30_000 },
  variant: { isUrgent: false, maxWaiting: 200, maxWaitMs: 10_000 },
};

type Parts = {
  readonly log: FastifyBaseLogger;
  /** How many bytes the child process may take; asked before each job. */
  readonly maxBytes: () => number;
  readonly answerWithinMs?: number;
  readonly limits?: typeof LIMITS;
};

/**
 * Decodes and encodes pictures in a child process: one at a time, with so much memory and so
 * much time. What a picture does to that process is no harm to the server, nor to the next picture.
 */
export function createImageWorker({
  log,
  maxBytes,
  answerWithinMs = ANSWER_WITHIN_MS,
  limits = LIMITS,
}: Parts) {
  const inQueue = createTaskQueue();
  const { work, end } = createImageChildProcess({ log, maxBytes });

  /** Throws a ProblemError where it cannot be done, or not now (503). */
  async function inTurn<Result>(
    kind: ImageJob['kind'],
    task: () => Promise<Result>,
  ): Promise<Result> {
    return inQueue(limits[kind], task).catch((error) => {
      throw error instanceof TaskRefused ? busy() : error;
    });
  }

  function run(job: ImageJob): Promise<ImageResult> {
    const deadline = Date.now() + answerWithinMs;
    return inTurn(job.kind, () => work(job, deadline - Date.now()));
  }

  return {
    /** Writes the upload anew into the other file; answers with the name that it gets. */
    prepareUpload: async (input: string, output: string) =>
      String(await run({ kind: 'upload', input, output })),

    makeVariant: async (input: string, width: number, format: ImageFormat) =>
      Buffer.from((await run({ kind: 'variant', input, width, format })) as Uint8Array),

    /** For another process that reads a picture: so that there are never two at once. */
    runAlone: <Result>(task: () => Promise<Result>) =>
      inTurn('variant', () => {
        // One that rests would still have its part of the memory.
        void end();
        return task();
      }),

    /** Whatever is under way. */
    end,
  };
}

export type ImageWorker = ReturnType<typeof createImageWorker>;
