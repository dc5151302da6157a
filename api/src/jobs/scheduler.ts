import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { isPeriodic, type Job } from './job.ts';
import { ClaimFailed, LEASE_MS, runJob } from './run-job.ts';

const TICK_MS = 5_000;
/** Processes that start together run a periodic job once. */
const START_GAP_MS = 60_000;
/** The log is silent about a database that is away for a moment. */
const REPORTED_AFTER_MS = 60_000;

type Parts = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly jobs: readonly Job[];
};

/** Says once that no job can be claimed, and only if that lasts. */
function createOutageLog(log: FastifyBaseLogger, clock: Clock) {
  let since: number | undefined;
  let isReported = false;
  return {
    failed(error: ClaimFailed): void {
      since ??= clock().getTime();
      if (isReported || clock().getTime() - since < REPORTED_AFTER_MS) return;
      isReported = true;
      log.error({ err: error.cause }, 'no job can run: the database cannot be written to');
    },
    ended(): void {
      if (isReported) log.info('jobs run again');
      since = undefined;
      isReported = false;
    },
  };
}

/** Runs periodic jobs one after another, and each of the others when it is due. */
export function createScheduler({ db, clock, log, jobs }: Parts) {
  const closing = new AbortController();
  const outage = createOutageLog(log, clock);
  const context = {
    ...{ db, clock, claimedBy: randomUUID(), signal: closing.signal },
    onAnswer: outage.ended,
  };
  const hasStarted = new Set<Job>();
  const notBefore = new Map<Job, { since: number; ms: number }>();
  let timer: NodeJS.Timeout | undefined;

  function pause(job: Job, ms: number): void {
    notBefore.set(job, { since: clock().getTime(), ms });
  }

  /** Also when the clock was put back. */
  function isPaused(job: Job): boolean {
    const { since, ms } = notBefore.get(job) ?? { since: 0, ms: 0 };
    return Math.abs(clock().getTime() - since) < ms;
  }

  async function runAndLog(job: Job): Promise<void> {
    const begun = performance.now();
    const facts = () => ({ job: job.name, ms: Math.round(performance.now() - begun) });
    const minGapMs = isPeriodic(job) ? (hasStarted.has(job) ? job.everyMs : START_GAP_MS) : 0;
    try {
      const done = await runJob(job, context, minGapMs);
      if (isPeriodic(job)) pause(job, done ? job.everyMs : Math.min(LEASE_MS, job.everyMs));
      if (done?.result) log.info({ ...facts(), result: done.result }, `job done: ${job.name}`);
      else if (done) log.debug(facts(), `job had nothing to do: ${job.name}`);
    } catch (error) {
      if (error instanceof ClaimFailed) throw error;
      pause(job, isPeriodic(job) ? job.everyMs : job.retryAfterMs);
      if (closing.signal.aborted) return;
      log.error({ ...facts(), err: error }, job.failureMessage ?? `job failed: ${job.name}`);
    }
    hasStarted.add(job);
  }

  async function runInTurn(group: readonly Job[]): Promise<void> {
    try {
      for (const job of group) {
        if (closing.signal.aborted) return;
        if (!isPaused(job)) await runAndLog(job);
      }
    } catch (error) {
      if (!(error instanceof ClaimFailed)) throw error;
      outage.failed(error);
    }
  }

  /** Runs that of a group which is due, unless it is running already. */
  function createRunner(group: readonly Job[]) {
    let running: Promise<void> | undefined;
    return () => {
      running ??= runInTurn(group).finally(() => {
        running = undefined;
      });
      return running;
    };
  }

  const periodic = Object.values(Object.groupBy(jobs.filter(isPeriodic), ({ scope }) => scope));
  const due = jobs.filter((job) => !isPeriodic(job)).map((job) => [job]);
  const runners = [...periodic, ...due].map(createRunner);

  /** Resolves when everything that is due has run. */
  async function tick(): Promise<void> {
    await Promise.all(runners.map((run) => run()));
  }

  return {
    tick,
    start(): void {
      timer = setInterval(tick, TICK_MS);
      timer.unref();
      tick();
    },
    async close(): Promise<void> {
      clearInterval(timer);
      closing.abort();
      await Promise.all(runners.map((run) => run()));
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;
