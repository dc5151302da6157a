import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ImageFormat } from '@longhand/contract/image-names';
import type { FastifyBaseLogger } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import {
  type ImageAnswer,
  type ImageJob,
  type ImageJobMessage,
  type ImageResult,
  NEEDS_TOO_MUCH_MEMORY,
  TAKES_TOO_LONG,
} from './image-jobs.ts';
import { createTaskQueue, type TaskLimits, TaskRefused } from './task-queue.ts';

const PROGRAM = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const RETRY_AFTER_S = 30;
/** With its wait: a proxy waits a minute for an answer. */
const ANSWER_WITHIN_MS = 55_000;
const IDLE_MS = 10_000;

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

function busy(): ProblemError {
  return new ProblemError(
    'unavailable',
    'The server is still busy with other images. Please try again in half a minute.',
    { retryAfter: RETRY_AFTER_S },
  );
}

function start(): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM], {
    // It reads pictures that others made: no secret of ours is any use to it.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // One that cannot be sent to any more says so once more than anybody listens.
  child.on('error', () => {});
  return child;
}

function resultOf(answer: ImageAnswer): ImageResult {
  if ('result' in answer) return answer.result;
  if ('problem' in answer) throw new ProblemError(answer.problem.code, answer.problem.detail);
  const { message, code } = answer.failure;
  throw Object.assign(new Error(message), code !== undefined && { code });
}

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
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    // One that could not be started has no id, and says nothing when it ends.
    const isRunning = ended?.pid && ended.exitCode === null && ended.signalCode === null;
    if (!isRunning) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    ended.once('exit', () => resolve());
    ended.kill('SIGKILL');
    await promise;
  }

  /** By what it died of. We end it ourselves only when it takes too long. */
  function explainDeath(code: number | null, signal: string | null): ProblemError {
    // Nobody else sends this one but a system that has no memory left.
    if (signal === 'SIGKILL') return new ProblemError('too-large', NEEDS_TOO_MUCH_MEMORY);
    log.warn(`the process that prepares pictures ended with ${signal ?? `code ${code}`}`);
    return new ProblemError('not-an-image', 'The image is damaged and could not be read.');
  }

  async function ask(job: ImageJob, withinMs: number): Promise<ImageAnswer> {
    child ??= start();
    const asked = child;
    // Without a free file descriptor there is neither a process nor a way to speak to it.
    if (!asked.connected) throw new Error('the process could not be started');
    const { promise, resolve, reject } = Promise.withResolvers<ImageAnswer>();
    const onClose = (code: number | null, signal: string | null) =>
      reject(explainDeath(code, signal));
    const tooLate = () => reject(new ProblemError('too-large', TAKES_TOO_LONG));
    const timer = setTimeout(tooLate, withinMs);
    asked.on('message', resolve).on('close', onClose).on('error', reject);
    asked.send({ job, maxBytes: maxBytes() } satisfies ImageJobMessage, (error) => {
      if (error) reject(error);
    });
    return promise.finally(() => {
      clearTimeout(timer);
      asked.off('message', resolve).off('close', onClose).off('error', reject);
    });
  }

  async function work(job: ImageJob, withinMs: number): Promise<ImageResult> {
    clearTimeout(idle);
    // It may have ended while nothing was asked of it.
    if (child && !child.connected) void end();
    const answer = await ask(job, withinMs).catch((error) => {
      void end();
      if (error instanceof ProblemError) throw error;
      log.error({ err: error }, 'no process could be started to prepare a picture');
      throw busy();
    });
    if (answer.isLast) void end();
    else idle = setTimeout(() => void end(), IDLE_MS);
    return resultOf(answer);
  }

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
