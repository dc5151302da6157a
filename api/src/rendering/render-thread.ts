import { Worker } from 'node:worker_threads';
import { ProblemError } from '../http/problem.ts';
import type { RenderResult, RenderTask } from './render-worker.ts';

/** Ending an idle thread frees the 40 MB of the highlighter. */
const IDLE_MS = 5 * 60_000;

export class RenderQueueFullError extends Error {}

/** A timeout says nothing about the content: the machine may have been busy, and the same may work later. */
export class RenderTimeoutError extends ProblemError {
  constructor() {
    super(
      'unavailable',
      'The server took too long to render this text. Nothing was changed. Please try again in a moment, or split the text if it is very long.',
    );
  }
}

export type ThreadLimits = {
  readonly maxQueued?: number;
  readonly timeoutMs: number;
  readonly abortedTimeoutMs?: number;
};

/** Runs one task at a time, in the order of their arrival. */
export function createRenderThread({
  timeoutMs,
  maxQueued = Number.POSITIVE_INFINITY,
  abortedTimeoutMs = timeoutMs,
}: ThreadLimits) {
  let thread: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isBusy = false;
  const queue = new Set<() => void>();

  function ensureThread(): Worker {
    clearTimeout(idleTimer);
    if (thread) return thread;
    const started = new Worker(new URL('./render-worker.ts', import.meta.url));
    started.unref();
    // A running task has a listener of its own; without a task, the next one starts another thread.
    started.on('error', () => {});
    started.once('exit', () => {
      if (thread === started) thread = undefined;
    });
    thread = started;
    return started;
  }

  async function endThread(): Promise<void> {
    clearTimeout(idleTimer);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      queue.delete(start);
      reject(signal?.reason);
    };
    const start = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    queue.add(start);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  function startNext(): void {
    const [start] = queue;
    isBusy = start !== undefined;
    if (start) {
      queue.delete(start);
      start();
    } else idleTimer = setTimeout(endThread, IDLE_MS).unref();
  }

  /** Why an aborted task is not ended: starting another thread takes longer than most tasks. */
  function runNow(task: RenderTask, signal: AbortSignal | undefined): Promise<RenderResult> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderResult>();
    const fail = () => reject(new Error('The thread that renders has ended.'));
    const timeOut = () => {
      reject(new RenderTimeoutError());
      void endThread();
    };
    const worker = ensureThread();
    const timers = [setTimeout(timeOut, timeoutMs)];
    const abort = () => timers.push(setTimeout(timeOut, abortedTimeoutMs));
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', resolve).once('error', reject).once('exit', fail);
    worker.postMessage(task);
    return promise.finally(() => {
      timers.forEach(clearTimeout);
      signal?.removeEventListener('abort', abort);
      worker.off('message', resolve).off('error', reject).off('exit', fail);
    });
  }

  return {
    /** Rejects with the reason of `signal` if that was aborted. */
    async run(task: RenderTask, signal?: AbortSignal): Promise<RenderResult> {
      if (isBusy && queue.size >= maxQueued) throw new RenderQueueFullError();
      if (isBusy) await waitForTurn(signal);
      isBusy = true;
      try {
        signal?.throwIfAborted();
        const result = await runNow(task, signal);
        signal?.throwIfAborted();
        return result;
      } finally {
        startNext();
      }
    },

    close: endThread,
  };
}
