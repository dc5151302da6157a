import { Mutex } from 'async-mutex';

/** Runs tasks of the same key one after another; those of different keys do not wait for each other. */
export function createKeyedMutex() {
  const mutexes = new Map<string, Mutex>();

  return async function runExclusive<Result>(
    key: string,
    task: () => Promise<Result>,
  ): Promise<Result> {
    const mutex = mutexes.get(key) ?? new Mutex();
    mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(task);
    } finally {
      if (!mutex.isLocked()) mutexes.delete(key);
    }
  };
}
