/** `retry`: the same may succeed later. `stop`: it waits for a change, or for a decision. */
export type WriteOutcome = 'done' | 'retry' | 'stop';

/** After the last change. */
export const PAUSE_MS = 2_000;
/** Of typing without a pause. */
export const LONGEST_MS = 10_000;
/** After one, two and more failures. */
export const RETRY_MS = [3_000, 10_000, 30_000] as const;

/** Decides when to write. Writes run one at a time; what changes meanwhile is in the next one. */
export function createAutosave(write: (isLeaving: boolean) => Promise<WriteOutcome>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<WriteOutcome> | undefined;
  /** When the first change was made that is in no write yet. */
  let changedAt: number | undefined;
  let failures = 0;

  function runIn(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  }

  function schedule(): void {
    if (running || changedAt === undefined) return;
    runIn(Math.max(0, Math.min(PAUSE_MS, changedAt + LONGEST_MS - Date.now())));
  }

  async function attempt(isLeaving: boolean): Promise<WriteOutcome> {
    try {
      return await write(isLeaving);
    } catch (error) {
      console.error(error);
      return 'retry';
    }
  }

  async function run(isLeaving: boolean): Promise<WriteOutcome> {
    clearTimeout(timer);
    changedAt = undefined;
    const outcome = await attempt(isLeaving);
    running = undefined;
    failures = outcome === 'retry' ? failures + 1 : 0;
    if (outcome === 'retry') runIn(RETRY_MS[failures - 1] ?? RETRY_MS[RETRY_MS.length - 1] ?? 0);
    else schedule();
    return outcome;
  }

  async function settle(): Promise<void> {
    while (running) await running;
  }

  /** Writes what there is now: at once if nothing is on its way, so that a closing page can do it. */
  async function flush(isLeaving = false): Promise<WriteOutcome> {
    // Why not settle(): of two that wait, the second must see that the first has begun.
    while (running) await running;
    running = run(isLeaving);
    return running;
  }

  return {
    /** To be called after each change: costs no more than a timer. */
    changed(): void {
      changedAt ??= Date.now();
      // The next attempt has its time, however much is typed.
      if (failures === 0) schedule();
    },
    flush,
    /** Waits until nothing is on its way. */
    settle,
    stop: () => clearTimeout(timer),
  };
}

export type Autosave = ReturnType<typeof createAutosave>;
