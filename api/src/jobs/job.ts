type BaseJob = {
  readonly name: string;
  /**
   * `blog`: one run among all processes and instances. `process`: every process runs it, for folders
   * that may be on its machine only.
   */
  readonly scope: 'blog' | 'process';
  /** Returns what it did; nothing or 0 where there was nothing to do. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly failureMessage?: string;
};

/** Runs when a process starts, and then at this interval. */
export type PeriodicJob = BaseJob & { readonly everyMs: number };

/** Is asked every few seconds, and runs when it says so. */
export type DueJob = BaseJob & {
  readonly isDue: () => Promise<boolean>;
  readonly retryAfterMs: number;
};

export type Job = PeriodicJob | DueJob;

export function isPeriodic(job: Job): job is PeriodicJob {
  return 'everyMs' in job;
}
