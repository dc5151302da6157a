import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import {
  type ImageJob,
  type ImageJobMessage,
  type ImageJobResponse,
  type ImageResult,
  NEEDS_TOO_MUCH_MEMORY,
  TAKES_TOO_LONG,
} from './image-jobs.ts';

const PROGRAM = fileURLToPath(new URL('./image-child-process-entry.ts', import.meta.url));
const RETRY_AFTER_S = 30;
const IDLE_MS = 10_000;

export type ImageLog = Pick<FastifyBaseLogger, 'warn' | 'error'>;

export function busy(): ProblemError {
  return new ProblemError(
    'unavailable',
    'The server is still busy with other images. Please try again in half a minute.',
    { retryAfter: RETRY_AFTER_S },
  );
}

function start(): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM], {
    // No secrets for a process that decodes untrusted images.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // A failed send emits an extra error after our listener is removed.
  child.on('error', () => {});
  return child;
}

function resultOf(response: ImageJobResponse): ImageResult {
  if ('result' in response) return response.result;
  if ('problem' in response) throw new ProblemError(response.problem.code, response.problem.detail);
  const { message, code } = response.failure;
  throw Object.assign(new Error(message), code !== undefined && { code });
}

/** Resolves after its exit. */
async function kill(child: ChildProcess | undefined): Promise<void> {
  // A process that failed to start has no pid and emits no exit.
  const isRunning = child?.pid && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGKILL');
  await promise;
}

function explainExit(log: ImageLog, code: number | null, signal: string | null): ProblemError {
  // The kernel sends it when memory runs out.
  if (signal === 'SIGKILL') return new ProblemError('too-large', NEEDS_TOO_MUCH_MEMORY);
  log.warn(`the process that prepares images ended with ${signal ?? `code ${code}`}`);
  return new ProblemError('not-an-image', 'The image is damaged and could not be read.');
}

async function send(
  child: ChildProcess,
  message: ImageJobMessage,
  { timeoutMs, log }: { timeoutMs: number; log: ImageLog },
): Promise<ImageJobResponse> {
  // For example without a free file descriptor.
  if (!child.connected) throw new Error('the process could not be started');
  const { promise, resolve, reject } = Promise.withResolvers<ImageJobResponse>();
  const onClose = (code: number | null, signal: string | null) =>
    reject(explainExit(log, code, signal));
  const onTimeout = () => reject(new ProblemError('too-large', TAKES_TOO_LONG));
  const timer = setTimeout(onTimeout, timeoutMs);
  child.on('message', resolve).on('close', onClose).on('error', reject);
  child.send(message, (error) => {
    if (error) reject(error);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('close', onClose).off('error', reject);
  });
}

type Parts = {
  readonly log: ImageLog;
  /** The memory limit of the child process, read before each job. */
  readonly maxBytes: () => number;
};

/** One child process, started by the first job and ended after IDLE_MS. */
export function createImageChildProcess({ log, maxBytes }: Parts) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    await kill(ended);
  }

  async function work(job: ImageJob, timeoutMs: number): Promise<ImageResult> {
    clearTimeout(idle);
    // It may have ended while it was idle.
    if (child && !child.connected) void end();
    const response = await Promise.try(() => {
      child ??= start();
      return send(child, { job, maxBytes: maxBytes() }, { timeoutMs, log });
    }).catch((error) => {
      void end();
      if (error instanceof ProblemError) throw error;
      log.error({ err: error }, 'the process that prepares images could not be started');
      throw busy();
    });
    if (response.isLast) void end();
    else idle = setTimeout(() => void end(), IDLE_MS);
    return resultOf(response);
  }

  return { work, end };
}
