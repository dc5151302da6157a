import { freemem, totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
/** For the server itself; 192 MB were measured. */
const SERVER_BYTES = 220 * MEGABYTE;
/** Enough for the largest AVIF. */
const MOST_BYTES = 2_048 * MEGABYTE;
/** Half of it is the process itself. */
const LEAST_BYTES = 144 * MEGABYTE;
const SHARE_OF_FREE = 0.9;

type Machine = { readonly total: number; readonly free: number };

function readMachine(): Machine {
  // In a container its limit; without one, zero or more than the total.
  const limit = process.constrainedMemory();
  return { total: limit > 0 ? Math.min(limit, totalmem()) : totalmem(), free: freemem() };
}

/** The memory limit of the image child process. */
export function memoryForImages(workers: number, machine: Machine = readMachine()): number {
  const share = machine.total / workers - SERVER_BYTES;
  const bytes = Math.min(share, machine.free * SHARE_OF_FREE, MOST_BYTES);
  return Math.max(bytes, LEAST_BYTES);
}
