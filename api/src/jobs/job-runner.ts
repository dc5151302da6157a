import type { FastifyBaseLogger } from 'fastify';
import { isPeriodic, type Job } from './job.ts';
import { ClaimFailed, LEASE_MS, type RunContext, runJob } from './run-job.ts';

/** Processes that start together run a periodic job once. */
const START_GAP_MS = 60_000;

/** Runs one job in this process whenever it is time, and logs what it did. Throws only `ClaimFailed`. */
export function createJobRunner(job: Job, context: RunContext, log: FastifyBaseLogger) {
  const { clock, signal } = context;
  const retryMs = isPeriodic(job) ? job.everyMs : job.retryAfterMs;
  let minGapMs = isPeriodic(job) ? START_GAP_MS : 0;
  let pause = { since: 0, ms: 0 };

  function pauseFor(ms: number): void {
    pause = { since: clock().getTime(), ms };
    if (isPeriodic(job)) minGapMs = job.everyMs;
  }

  return async function run(): Promise<void> {
    // A clock that was put back ends the pause, too.
    if (Math.abs(clock().getTime() - pause.since) < pause.ms) return;
    const begun = performance.now();
    const facts = () => ({ job: job.name, ms: Math.round(performance.now() - begun) });
    try {
      const done = await runJob(job, context, minGapMs);
      if (isPeriodic(job)) pauseFor(done ? job.everyMs : Math.min(LEASE_MS, job.everyMs));
      if (done?.result) log.info({ ...facts(), result: done.result }, `job done: ${job.name}`);
      else if (done) log.debug(facts(), `job had nothing to do: ${job.name}`);
    } catch (error) {
      if (error instanceof ClaimFailed) throw error;
      pauseFor(retryMs);
      if (!signal.aborted)
        log.error({ ...facts(), err: error }, job.failureMessage ?? `job failed: ${job.name}`);
    }
  };
}
