import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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

const PROGRAM = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const RETRY_AFTER_S = 30;
const IDLE_MS = 10_000;

export function busy(): ProblemError {
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

/** Resolves once it has gone. */
async function kill(child: ChildProcess | undefined): Promise<void> {
  // One that could not be started has no id, and says nothing when it ends.
  const isRunning = child?.pid && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGKILL');
  await promise;
}

/** By what it died of. We end it ourselves only when it takes too long. */
function explainDeath(
  log: FastifyBaseLogger,
  code: number | null,
  signal: string | null,
): ProblemError {
  // Nobody else sends this one but a system that has no memory left.
  if (signal === 'SIGKILL') return new ProblemError('too-large', NEEDS_TOO_MUCH_MEMORY);
  log.warn(`the process that prepares pictures ended with ${signal ?? `code ${code}`}`);
  return new ProblemError('not-an-image', 'The image is damaged and could not be read.');
}

async function ask(
  asked: ChildProcess,
  order: ImageJobMessage,
  { withinMs, log }: { withinMs: number; log: FastifyBaseLogger },
): Promise<ImageAnswer> {
  // Without a free file descriptor there is neither a process nor a way to speak to it.
  if (!asked.connected) throw new Error('the process could not be started');
  const { promise, resolve, reject } = Promise.withResolvers<ImageAnswer>();
  const onClose = (code: number | null, signal: string | null) =>
    reject(explainDeath(log, code, signal));
  const tooLate = () => reject(new ProblemError('too-large', TAKES_TOO_LONG));
  const timer = setTimeout(tooLate, withinMs);
  asked.on('message', resolve).on('close', onClose).on('error', reject);
  asked.send(order, (error) => {
    if (error) reject(error);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    asked.off('message', resolve).off('close', onClose).off('error', reject);
  });
}

type Parts = {
  readonly log: FastifyBaseLogger;
  /** How many bytes the child process may take; asked before each job. */
  readonly maxBytes: () => number;
};

/** One child process at a time, started with the first job and ended when it has rested for a while. */
export function createImageChildProcess({ log, maxBytes }: Parts) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    await kill(ended);
  }

  async function work(job: ImageJob, withinMs: number): Promise<ImageResult> {
    clearTimeout(idle);
    // It may have ended while nothing was asked of it.
    if (child && !child.connected) void end();
    const answer = await Promise.try(() => {
      child ??= start();
      return ask(child, { job, maxBytes: maxBytes() }, { withinMs, log });
    }).catch((error) => {
      void end();
      if (error instanceof ProblemError) throw error;
      log.error({ err: error }, 'no process could be started to prepare a picture');
      throw busy();
    });
    if (answer.isLast) void end();
    else idle = setTimeout(() => void end(), IDLE_MS);
    return resultOf(answer);
  }

  return { work, end };
}
