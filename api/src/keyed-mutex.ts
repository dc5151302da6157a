import { Mutex } from 'async-mutex';

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
