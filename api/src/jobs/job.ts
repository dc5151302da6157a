type BaseJob = {
  readonly name: string;
  /**
   * `blog`: one process runs it for all instances. `process`: each process runs it, for local files.
   * `rows`: each process runs it, and it claims each row that it changes, so that a process that is
   * killed delays nothing.
   */
  readonly scope: 'blog' | 'process' | 'rows';
  /** The result is logged; a falsy one means that there was nothing to do. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly failureMessage?: string;
};

/** Runs at process start, and then at this interval. A job of an hour or more may have to wait for others. */
export type PeriodicJob = BaseJob & { readonly everyMs: number };

/** `isDue` is polled every few seconds, or every second with the scope `rows`. */
export type DueJob = BaseJob & {
  readonly isDue: () => Promise<boolean>;
  readonly retryAfterMs: number;
};

export type Job = PeriodicJob | DueJob;

export function isPeriodic(job: Job): job is PeriodicJob {
  return 'everyMs' in job;
}
