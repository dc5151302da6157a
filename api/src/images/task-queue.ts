import { Mutex, withTimeout } from 'async-mutex';
import { createCounts } from '../http/counts.ts';

export class TaskRefused extends Error {}

export type TaskLimits = {
  readonly isUrgent: boolean;
  /** Counted separately for urgent tasks. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
};

/** Runs one task at a time; what would have to wait too long is refused. */
export function createTaskQueue() {
  const mutex = new Mutex();
  const waiting = createCounts();
  const counts = { done: 0, failed: 0, refused: 0 };

  async function acquire({ isUrgent, maxWaiting, maxWaitMs }: TaskLimits) {
    if (!mutex.isLocked()) return mutex.acquire();
    const kind = isUrgent ? 'urgent' : 'usual';
    if (waiting.of(kind) >= maxWaiting) throw new TaskRefused('Too many are waiting.');
    waiting.add(kind);
    return withTimeout(mutex, maxWaitMs, new TaskRefused('It would wait too long.'))
      .acquire(Number(isUrgent))
      .finally(() => waiting.remove(kind));
  }

  async function run<Result>(limits: TaskLimits, task: () => Promise<Result>): Promise<Result> {
    const release = await acquire(limits).catch((error) => {
      counts.refused += 1;
      throw error;
    });
    try {
      const result = await task();
      counts.done += 1;
      return result;
    } catch (error) {
      counts.failed += 1;
      throw error;
    } finally {
      release();
    }
  }

  return {
    run,
    state: () => ({
      ...counts,
      running: Number(mutex.isLocked()),
      waiting: waiting.of('urgent') + waiting.of('usual'),
    }),
  };
}
