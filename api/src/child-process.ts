import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** `kind` is the class of the error. */
export type Failure = {
  readonly kind: string;
  readonly message: string;
  readonly stack: string;
  readonly code: string | undefined;
};

type Outcome<Result> = { readonly result: Result } | { readonly failure: Failure };

/** A child process sends these to its parent: see run-in-child.ts. */
export type ChildMessage<Result, Progress> =
  | { readonly progress: Progress }
  | (Outcome<Result> & { readonly memoryBytes: number });

/** `maxBytes` limits the memory of the whole process. */
export type ParentMessage<Job> = { readonly job: Job; readonly maxBytes: number | undefined };

const PRIORITY = 10;

/** On Linux a priority is that of a thread, and those of the garbage collector are there before any code runs. */
const THREADS = '/proc/self/task';

/** The server has priority over its child processes and over commands. */
export function lowerPriority(): void {
  // It may be lower already, and only root may raise it.
  const lower = (thread: number) => {
    if (getPriority(thread) < PRIORITY) setPriority(thread, PRIORITY);
  };
  lower(process.pid);
  for (const thread of existsSync(THREADS) ? readdirSync(THREADS) : [])
    try {
      lower(Number(thread));
    } catch {
      // It has ended, or has another number here than in the container's host.
    }
}

/** When memory runs out, the kernel kills this process first. */
export function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // The file exists only on Linux.
  }
}

/** A process whose parent has ended gets another parent. The code is JavaScript, which takes the least memory. */
const CHECK = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 1_000);`;

/**
 * Ends this process when the one that started it is killed. A thread, which takes 10 MB, does it, because a busy
 * process would not notice that its pipes are closed.
 */
export function endWithParent(): void {
  // The last argument is the id of the parent, which may have ended before this is read.
  const given = Number(process.argv.at(-1));
  const workerData = Number.isInteger(given) ? given : process.ppid;
  new Worker(CHECK, { eval: true, execArgv: [], workerData }).unref();
}

/** Why not process.exit: it waits for the thread that still decodes. */
function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Enough for processes that prepare pictures, because the libraries work in other threads. They have too little memory
 * for another thread.
 */
export function endWhenDisconnected(): void {
  process.on('disconnect', killThisProcess);
}

const MEMORY_CHECK_MS = 10;

/** Works because image libraries decode in other threads. */
function limitMemory(maxBytes: number): NodeJS.Timeout {
  return setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) killThisProcess();
  }, MEMORY_CHECK_MS);
}

/** The first code in the chain of causes counts. */
function codeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}

function describe(error: unknown): Failure {
  const { message, stack = message } = error as Error;
  return { kind: (error as Error).constructor.name, message, stack, code: codeOf(error) };
}

/** Does the jobs that the parent sends, until it disconnects. */
export function doJobs<Job, Progress = never>(
  work: (job: Job, onProgress: (progress: Progress) => void) => Promise<unknown>,
): void {
  const send = (message: ChildMessage<unknown, Progress>) => process.send?.(message);
  process.on('message', async ({ job, maxBytes }: ParentMessage<Job>) => {
    const timer = maxBytes === undefined ? undefined : limitMemory(maxBytes);
    const outcome: Outcome<unknown> = await work(job, (progress) => send({ progress })).then(
      (result) => ({ result }),
      (error) => ({ failure: describe(error) }),
    );
    clearInterval(timer);
    send({ ...outcome, memoryBytes: process.memoryUsage.rss() });
  });
}
