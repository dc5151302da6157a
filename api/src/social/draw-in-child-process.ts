import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DrawJob } from './draw-job.ts';

const PROGRAM = fileURLToPath(new URL('./draw-process.ts', import.meta.url));
const MAX_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;

const run = promisify(execFile);

async function draw(order: DrawJob, maxBytes: number): Promise<Buffer> {
  const { stdout } = await run(
    process.execPath,
    [PROGRAM, JSON.stringify(order), String(maxBytes)],
    {
      encoding: 'buffer',
      // It reads pictures that others made: no secret of ours is any use to it.
      env: {},
      timeout: MAX_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_BYTES,
    },
  );
  return stdout;
}

/**
 * Draws in a process that ends with the picture: what it loads takes some 75 MB, which would never
 * be given back, and setting the words would keep everybody else waiting. An image for which there
 * is not enough memory is no reason to show nothing.
 */
export function drawInChildProcess(order: DrawJob, maxBytes: number): Promise<Buffer> {
  return draw(order, maxBytes).catch((error) => {
    if (order.image === null || error.signal !== 'SIGKILL') throw error;
    return draw({ ...order, image: null }, maxBytes);
  });
}
