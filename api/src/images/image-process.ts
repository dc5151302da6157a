// Run as a child process, which decodes and encodes pictures one after another: see image-worker.ts.
import { lowerPriority, preferForOomKill } from '../child-process-priority.ts';
import {
  type ImageAnswer,
  type ImageJob,
  type ImageJobMessage,
  ImageRefused,
  type ImageResult,
  NEEDS_TOO_MUCH_MEMORY,
} from './image-jobs.ts';
import { makeVariant } from './make-variant.ts';
import { processImage } from './process-image.ts';
import { endAtOnce, watchMemory } from './watch-memory.ts';

/** What libraries keep after a large picture; the next job begins without it. */
const WORN_BYTES = 128 * 1024 * 1024;

function answer(message: ImageAnswer): void {
  process.send?.(message, undefined, undefined, () => message.isLast && endAtOnce());
}

function work(job: ImageJob): Promise<ImageResult> {
  return job.kind === 'upload' ? processImage(job.input, job.output) : makeVariant(job);
}

async function attempt(job: ImageJob): Promise<Omit<ImageAnswer, 'isLast'>> {
  try {
    return { result: await work(job) };
  } catch (error) {
    if (error instanceof ImageRefused)
      return { problem: { code: error.code, detail: error.message } };
    const { message, code } = error as NodeJS.ErrnoException;
    return { failure: { message, code } };
  }
}

lowerPriority();
preferForOomKill();

process.on('message', async ({ job, maxBytes }: ImageJobMessage) => {
  const stopWatching = watchMemory(maxBytes, () =>
    answer({ problem: { code: 'too-large', detail: NEEDS_TOO_MUCH_MEMORY }, isLast: true }),
  );
  const done = await attempt(job);
  stopWatching();
  answer({ ...done, isLast: process.memoryUsage.rss() > WORN_BYTES } as ImageAnswer);
});
// The server is gone, however it ended.
process.on('disconnect', endAtOnce);
