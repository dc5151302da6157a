import type { FastifyBaseLogger } from 'fastify';
import { isPeriodic, type Job } from './job.ts';
import { DatabaseUnavailable, LEASE_MS, type RunContext, runJob } from './run-job.ts';

/** When several processes start together, one of them runs the job. */
const START_GAP_MS = 60_000;

/** What this process has seen of a job. */
export type JobState = {
  readonly name: string;
  successes: number;
  failures: number;
  lastSuccess: Date | undefined;
  lastFailure: Date | undefined;
  lastMs: number | undefined;
};

/** Runs the job when it is due and logs the result. Throws only `DatabaseUnavailable`. */
export function createJobRunner(job: Job, context: RunContext, log: FastifyBaseLogger) {
  const { clock, signal } = context;
  const retryMs = isPeriodic(job) ? job.everyMs : job.retryAfterMs;
  let minGapMs = isPeriodic(job) ? START_GAP_MS : 0;
  let pause = { since: 0, ms: 0 };
  const state: JobState = {
    ...{ name: job.name, successes: 0, failures: 0 },
    ...{ lastSuccess: undefined, lastFailure: undefined, lastMs: undefined },
  };

  function note(outcome: 'success' | 'failure', startedAt: number): void {
    state[outcome === 'success' ? 'successes' : 'failures'] += 1;
    state[outcome === 'success' ? 'lastSuccess' : 'lastFailure'] = clock();
    state.lastMs = performance.now() - startedAt;
  }

  function pauseFor(ms: number): void {
    pause = { since: clock().getTime(), ms };
    if (isPeriodic(job)) minGapMs = job.everyMs;
  }

  async function run(): Promise<void> {
    // `abs`: the pause also ends if the clock was set back.
    if (Math.abs(clock().getTime() - pause.since) < pause.ms) return;
    const startedAt = performance.now();
    const logFields = () => ({ job: job.name, ms: Math.round(performance.now() - startedAt) });
    try {
      const completed = await runJob(job, context, minGapMs);
      if (completed) note('success', startedAt);
      if (isPeriodic(job)) pauseFor(completed ? job.everyMs : Math.min(LEASE_MS, job.everyMs));
      if (completed?.result)
        log.info({ ...logFields(), result: completed.result }, `job done: ${job.name}`);
      else if (completed) log.debug(logFields(), `job had nothing to do: ${job.name}`);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      pauseFor(retryMs);
      if (signal.aborted) return;
      note('failure', startedAt);
      log.error({ ...logFields(), err: error }, job.failureMessage ?? `job failed: ${job.name}`);
    }
  }

  return { run, state };
}
