// Run as a child process, which decodes and encodes pictures one after another: see image-worker.ts.
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { ProblemError } from '../http/problem.ts';
import {
  type ImageAnswer,
  type ImageJob,
  type ImageOrder,
  type ImageResult,
  NEEDS_TOO_MUCH_MEMORY,
} from './image-jobs.ts';
import { makeVariant } from './make-variant.ts';
import { processImage } from './process-image.ts';

const AFTER_THE_VISITORS = 10;
const LOOK_EVERY_MS = 10;
/** What libraries keep after a large picture; the next job begins without it. */
const WORN_BYTES = 128 * 1024 * 1024;

/** At once: process.exit would wait for the thread that still decodes. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

function answer(message: ImageAnswer): void {
  process.send?.(message, undefined, undefined, () => message.isLast && end());
}

function work(job: ImageJob): Promise<ImageResult> {
  return job.kind === 'upload' ? processImage(job.input, job.output) : makeVariant(job);
}

async function attempt(job: ImageJob): Promise<Omit<ImageAnswer, 'isLast'>> {
  try {
    return { result: await work(job) };
  } catch (error) {
    if (error instanceof ProblemError)
      return { problem: { code: error.code, detail: error.message } };
    const { message, code } = error as NodeJS.ErrnoException;
    return { failure: { message, code } };
  }
}

setPriority(AFTER_THE_VISITORS);
try {
  // Where memory runs out all the same, this process is the one that the system ends.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Only Linux has it.
}

process.on('message', async ({ job, maxBytes }: ImageOrder) => {
  // The libraries work in another thread, so that this one always gets its turn.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() <= maxBytes) return;
    clearInterval(watch);
    answer({ problem: { code: 'too-large', detail: NEEDS_TOO_MUCH_MEMORY }, isLast: true });
  }, LOOK_EVERY_MS);
  const done = await attempt(job);
  clearInterval(watch);
  answer({ ...done, isLast: process.memoryUsage.rss() > WORN_BYTES } as ImageAnswer);
});
// The server is gone, however it ended.
process.on('disconnect', end);
