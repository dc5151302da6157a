import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { findStorageFailure } from '../storage-failures.ts';
import { isPeriodic, type Job } from './job.ts';
import { claimJob, type Release, releaseClaim, renewClaim } from './jobs.repository.ts';

/** After a crash, another process can claim the job after this time. */
const LEASE_MS = 2 * 60_000;
const RENEW_EVERY_MS = 30_000;

type RunContext = Pick<Context, 'db' | 'clock'> & {
  /** Unique per process. */
  readonly claimedBy: string;
  /** Aborted at shutdown. */
  readonly signal: AbortSignal;
  readonly onDatabaseReachable?: () => void;
};

/** The database is not reachable or not writable; the job was not started, or not completed. */
export class DatabaseUnavailable extends Error {}

async function claimWithLease(context: RunContext, name: string, minGapMs: number) {
  const { db, clock, claimedBy, onDatabaseReachable } = context;
  const holder = { name, claimedBy };
  const claim = { ...holder, now: clock(), forMs: LEASE_MS, minGapMs };
  const isClaimed = await claimJob(db, claim).catch((cause) => {
    throw new DatabaseUnavailable(`The job ${name} could not be claimed.`, { cause });
  });
  onDatabaseReachable?.();
  if (!isClaimed) return undefined;
  const lost = new AbortController();
  async function renew(): Promise<void> {
    if (!(await renewClaim(db, holder, new Date(clock().getTime() + LEASE_MS))))
      lost.abort(new Error(`Another process has taken over the job ${name}.`));
  }
  // After a failed renewal the next may succeed before the lease expires.
  const timer = setInterval(() => renew().catch(() => {}), RENEW_EVERY_MS);
  timer.unref();
  return {
    lost: lost.signal,
    async release(outcome: Release): Promise<void> {
      clearInterval(timer);
      // If this fails, the lease expires.
      await releaseClaim(db, holder, outcome).catch(() => {});
    },
  };
}

async function isJobDue(job: Job): Promise<boolean> {
  return isPeriodic(job) || job.isDue();
}

async function runClaimed(job: Job, context: RunContext, minGapMs: number) {
  const { clock, signal } = context;
  const lease = await claimWithLease(context, job.name, minGapMs);
  if (!lease) return undefined;
  let release: Release = {};
  try {
    // Another process may have run the job between the check and the claim.
    const isDue = await isJobDue(job);
    const result = isDue ? await job.run(AbortSignal.any([signal, lease.lost])) : undefined;
    release = { finishedAt: clock() };
    return isDue ? { result } : undefined;
  } catch (error) {
    const retryAt = isPeriodic(job) ? undefined : new Date(clock().getTime() + job.retryAfterMs);
    if (!signal.aborted) release = { finishedAt: clock(), retryAt };
    throw error;
  } finally {
    await lease.release(release);
  }
}

async function runOnRows(job: Job, { signal, onDatabaseReachable }: RunContext) {
  try {
    const isDue = await isJobDue(job);
    const result = isDue ? await job.run(signal) : undefined;
    onDatabaseReachable?.();
    return isDue ? { result } : undefined;
  } catch (error) {
    if (!findStorageFailure(error)) throw error;
    throw new DatabaseUnavailable(`The job ${job.name} could not be run.`, { cause: error });
  }
}

/** Undefined if the job was not due, or another process runs it. */
export async function runJob(
  job: Job,
  context: RunContext,
  minGapMs = 0,
): Promise<{ readonly result: unknown } | undefined> {
  if (job.scope === 'rows') return runOnRows(job, context);
  if (!(await isJobDue(job))) return undefined;
  if (job.scope === 'process') return { result: await job.run(context.signal) };
  return runClaimed(job, context, minGapMs);
}

/** When several processes start together, one of them runs the job. */
const START_GAP_MS = 60_000;

/** Covers only the runs of this process. */
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
    name: job.name,
    successes: 0,
    failures: 0,
    lastSuccess: undefined,
    lastFailure: undefined,
    lastMs: undefined,
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
