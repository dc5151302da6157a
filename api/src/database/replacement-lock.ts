import { acquireProcessLock } from './process-lock.ts';

const LOCK = 'replacing.lock';

export { ProcessLocked as ReplacementLocked } from './process-lock.ts';

/** One process at a time may prepare replacement data. Returns the function that releases it. */
export function acquireReplacementLock(dataDir: string): () => void {
  return acquireProcessLock(dataDir, LOCK);
}
