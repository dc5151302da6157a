import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Order } from './order.ts';

const PROGRAM = fileURLToPath(new URL('./draw.ts', import.meta.url));
const MAX_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;

const run = promisify(execFile);

/**
 * Draws in a process that ends with the picture: what it loads takes some 75 MB, which would never
 * be given back, and setting the words would keep everybody else waiting.
 */
export async function drawApart(order: Order): Promise<Buffer> {
  const { stdout } = await run(process.execPath, [PROGRAM, JSON.stringify(order)], {
    encoding: 'buffer',
    // It reads pictures that others made: no secret of ours is any use to it.
    env: {},
    timeout: MAX_MS,
    maxBuffer: MAX_BYTES,
  });
  return stdout;
}
