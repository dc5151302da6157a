// Entry point of the child process: see image-worker.ts.
import { lowerPriority, preferForOomKill } from '../child-process-priority.ts';
import {
  type ImageJob,
  type ImageJobMessage,
  type ImageJobResponse,
  ImageRefused,
  type ImageResult,
  NEEDS_TOO_MUCH_MEMORY,
} from './image-jobs.ts';
import { makeIcons } from './make-icons.ts';
import { makeVariant } from './make-variant.ts';
import { processImage } from './prepare-image.ts';
import { killThisProcess, watchMemory } from './watch-memory.ts';

/** Image libraries do not return all memory after a large image: above this, the process is replaced. */
const MAX_IDLE_BYTES = 128 * 1024 * 1024;

function respond(message: ImageJobResponse): void {
  process.send?.(message, undefined, undefined, () => message.isLast && killThisProcess());
}

function work(job: ImageJob): Promise<ImageResult> {
  switch (job.kind) {
    case 'upload':
      return processImage(job.input, job.output);
    case 'variant':
      return makeVariant(job);
    case 'icons':
      return makeIcons(job.input);
  }
}

async function runJob(job: ImageJob): Promise<Omit<ImageJobResponse, 'isLast'>> {
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
    respond({ problem: { code: 'too-large', detail: NEEDS_TOO_MUCH_MEMORY }, isLast: true }),
  );
  const response = await runJob(job);
  stopWatching();
  respond({ ...response, isLast: process.memoryUsage.rss() > MAX_IDLE_BYTES } as ImageJobResponse);
});
// The server has ended.
process.on('disconnect', killThisProcess);
