/**
 * Runs tasks of the same key one after another, in the order in which they came; those of
 * different keys do not wait for each other.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();

  return async function inTurn<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
