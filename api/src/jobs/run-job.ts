import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { isPeriodic, type Job } from './job.ts';
import { claimJob, type Release, releaseClaim, renewClaim } from './jobs.repository.ts';

/** A process that dies loses its claims after this long. */
export const LEASE_MS = 2 * 60_000;
const RENEW_EVERY_MS = 30_000;

export type RunContext = {
  readonly db: Database;
  readonly clock: Clock;
  /** Tells the processes apart. */
  readonly claimedBy: string;
  /** Aborted when the process closes. */
  readonly signal: AbortSignal;
  /** Called whenever the database has answered. */
  readonly onDatabaseReachable?: () => void;
};

/** The database could not be asked, or not be written to: the job itself was not begun. */
export class ClaimFailed extends Error {}

async function claimWithLease(context: RunContext, name: string, minGapMs: number) {
  const { db, clock, claimedBy, onDatabaseReachable } = context;
  const holder = { name, claimedBy };
  const claim = { ...holder, now: clock(), forMs: LEASE_MS, minGapMs };
  const isClaimed = await claimJob(db, claim).catch((cause) => {
    throw new ClaimFailed(`The job ${name} could not be claimed.`, { cause });
  });
  onDatabaseReachable?.();
  if (!isClaimed) return undefined;
  const lost = new AbortController();
  async function renew(): Promise<void> {
    if (!(await renewClaim(db, holder, new Date(clock().getTime() + LEASE_MS))))
      lost.abort(new Error(`Another process has taken over the job ${name}.`));
  }
  // A database that is away may be back before the lease has run out.
  const timer = setInterval(() => renew().catch(() => {}), RENEW_EVERY_MS);
  timer.unref();
  return {
    lost: lost.signal,
    async release(how: Release): Promise<void> {
      clearInterval(timer);
      // Without a release, the lease runs out by itself.
      await releaseClaim(db, holder, how).catch(() => {});
    },
  };
}

async function isStillDue(job: Job): Promise<boolean> {
  return isPeriodic(job) || job.isDue();
}

async function runClaimed(job: Job, context: RunContext, minGapMs: number) {
  const { clock, signal } = context;
  const lease = await claimWithLease(context, job.name, minGapMs);
  if (!lease) return undefined;
  let release: Release = {};
  try {
    // Another process may have run it, and released its claim, since this one asked.
    const isDue = await isStillDue(job);
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

/** Undefined where it was not due, or was another process's to run. */
export async function runJob(
  job: Job,
  context: RunContext,
  minGapMs = 0,
): Promise<{ readonly result: unknown } | undefined> {
  if (!(await isStillDue(job))) return undefined;
  if (job.scope === 'process') return { result: await job.run(context.signal) };
  return runClaimed(job, context, minGapMs);
}
