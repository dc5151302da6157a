export class TaskRefused extends Error {}

type Waiting = { readonly begin: () => void; readonly isUrgent: boolean };

export type TaskLimits = {
  /** Urgent ones come before all others. */
  readonly isUrgent: boolean;
  /** How many of its kind may wait. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
};

/** Runs one task at a time; what would have to wait too long is refused. */
export function createTaskQueue() {
  const waiting: Waiting[] = [];
  let isBusy = false;

  function waitForTurn({ isUrgent, maxWaiting, maxWaitMs }: TaskLimits): Promise<void> {
    if (waiting.filter((each) => each.isUrgent === isUrgent).length >= maxWaiting)
      throw new TaskRefused('Too many are waiting.');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new TaskRefused('It would wait too long.'));
      }, maxWaitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const entry = { begin, isUrgent };
      const firstOther = isUrgent ? waiting.findIndex((each) => !each.isUrgent) : -1;
      waiting.splice(firstOther < 0 ? waiting.length : firstOther, 0, entry);
    });
  }

  return async function run<Result>(
    limits: TaskLimits,
    task: () => Promise<Result>,
  ): Promise<Result> {
    if (isBusy) await waitForTurn(limits);
    isBusy = true;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // It stays busy in between, so that nobody who comes just now is faster.
      if (next) next.begin();
      else isBusy = false;
    }
  };
}
