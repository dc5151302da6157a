import { startChild, stopChild } from '../test-support/cleanup.ts';

/** Should this process be killed, they end by themselves. */
const LOOP = 'const end = Date.now() + 200_000; while (Date.now() < end);';

/** Processes that only compute, on one core or on any. Returns what stops them. */
export function startBusyLoops(number: number, core?: string): () => Promise<unknown> {
  const pinned = core === undefined ? [] : ['taskset', '-c', core];
  const [command = '', ...args] = [...pinned, process.execPath, '-e', LOOP];
  const loops = Array.from({ length: number }, () => startChild(command, args));
  return () => Promise.all(loops.map(stopChild));
}
