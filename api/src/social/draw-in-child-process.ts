import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DrawJob } from './draw-job.ts';

const PROGRAM = fileURLToPath(new URL('./draw-child-process-entry.ts', import.meta.url));
const MAX_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;

const run = promisify(execFile);

async function draw(job: DrawJob, maxBytes: number): Promise<Buffer> {
  const { stdout } = await run(process.execPath, [PROGRAM, JSON.stringify(job), String(maxBytes)], {
    encoding: 'buffer',
    // No secrets for a process that decodes untrusted images.
    env: {},
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_BYTES,
  });
  return stdout;
}

/**
 * Why a child process: the libraries take 75 MB that are never freed, and text layout would block
 * requests. If the memory is not enough for the image, the cover is drawn instead.
 */
export function drawInChildProcess(job: DrawJob, maxBytes: number): Promise<Buffer> {
  return draw(job, maxBytes).catch((error) => {
    if (job.image === null || error.signal !== 'SIGKILL') throw error;
    return draw({ ...job, image: null }, maxBytes);
  });
}
