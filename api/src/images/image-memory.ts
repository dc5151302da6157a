import { freemem, totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
/** What the server itself needs besides: it was seen with 192 MB. */
const SERVER_BYTES = 220 * MEGABYTE;
/** Enough for the largest AVIF. */
const MOST_BYTES = 2_048 * MEGABYTE;
/** The process itself takes half of it: with less, no picture could be prepared. */
const LEAST_BYTES = 144 * MEGABYTE;
/** Some is left for everything else on the machine. */
const SHARE_OF_FREE = 0.9;

type Machine = { readonly total: number; readonly free: number };

function lookAtMachine(): Machine {
  // A container has its own limit; without one, the figure is zero or beyond all memory.
  const limit = process.constrainedMemory();
  return { total: limit > 0 ? Math.min(limit, totalmem()) : totalmem(), free: freemem() };
}

/** How much memory the process that prepares pictures may take in all, of the memory of the machine. */
export function memoryForImages(workers: number, machine: Machine = lookAtMachine()): number {
  const share = machine.total / workers - SERVER_BYTES;
  const bytes = Math.min(share, machine.free * SHARE_OF_FREE, MOST_BYTES);
  return Math.max(bytes, LEAST_BYTES);
}
