import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { isPeriodic, type Job } from './job.ts';
import { createJobRunner } from './job-runner.ts';
import { ClaimFailed } from './run-job.ts';

const TICK_MS = 5_000;
/** Short outages of the database are not logged. */
const OUTAGE_LOGGED_AFTER_MS = 60_000;

type SchedulerOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly jobs: readonly Job[];
};

/** Logs a long outage once, and its end. */
function createOutageLog(log: FastifyBaseLogger, clock: Clock) {
  let since: number | undefined;
  let isLogged = false;
  return {
    failed(error: ClaimFailed): void {
      since ??= clock().getTime();
      if (isLogged || clock().getTime() - since < OUTAGE_LOGGED_AFTER_MS) return;
      isLogged = true;
      log.error({ err: error.cause }, 'no job can run: the database cannot be written to');
    },
    ended(): void {
      if (isLogged) log.info('jobs run again');
      since = undefined;
      isLogged = false;
    },
  };
}

/** A call during a run waits for that run instead of starting another. */
function withoutOverlap(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Periodic jobs of a scope run one after another; each due job runs independently. */
export function createScheduler({ db, clock, log, jobs }: SchedulerOptions) {
  const shutdown = new AbortController();
  const { signal } = shutdown;
  const outage = createOutageLog(log, clock);
  const context = { db, clock, signal, claimedBy: randomUUID(), onDatabaseReachable: outage.ended };
  const periodic = Object.values(Object.groupBy(jobs.filter(isPeriodic), ({ scope }) => scope));
  const due = jobs.filter((job) => !isPeriodic(job)).map((job) => [job]);
  let timer: NodeJS.Timeout | undefined;

  const groups = [...periodic, ...due].map((group) => {
    const runners = group.map((job) => createJobRunner(job, context, log));
    return withoutOverlap(async () => {
      try {
        for (const run of runners) if (!signal.aborted) await run();
      } catch (error) {
        if (!(error instanceof ClaimFailed)) throw error;
        outage.failed(error);
      }
    });
  });

  /** Resolves when all due jobs have finished. */
  async function tick(): Promise<void> {
    await Promise.all(groups.map((runGroup) => runGroup()));
  }

  return {
    tick,
    start(): void {
      timer = setInterval(tick, TICK_MS);
      timer.unref();
      tick();
    },
    /** Aborts running jobs and waits for them. */
    async close(): Promise<void> {
      clearInterval(timer);
      shutdown.abort();
      await tick();
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;
