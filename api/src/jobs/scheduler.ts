import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { isPeriodic, type Job } from './job.ts';
import { createJobRunner } from './job-runner.ts';
import { ClaimFailed } from './run-job.ts';

const TICK_MS = 5_000;
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

/** What one call has begun is waited for by the next. */
function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Runs periodic jobs of each scope one after another, and each due job by itself. */
export function createScheduler({ db, clock, log, jobs }: Parts) {
  const closing = new AbortController();
  const { signal } = closing;
  const outage = createOutageLog(log, clock);
  const context = { db, clock, signal, claimedBy: randomUUID(), onDatabaseReachable: outage.ended };
  const periodic = Object.values(Object.groupBy(jobs.filter(isPeriodic), ({ scope }) => scope));
  const due = jobs.filter((job) => !isPeriodic(job)).map((job) => [job]);
  let timer: NodeJS.Timeout | undefined;

  const groups = [...periodic, ...due].map((group) => {
    const runners = group.map((job) => createJobRunner(job, context, log));
    return oneAtATime(async () => {
      try {
        for (const run of runners) if (!signal.aborted) await run();
      } catch (error) {
        if (!(error instanceof ClaimFailed)) throw error;
        outage.failed(error);
      }
    });
  });

  /** Resolves when everything that is due has run. */
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
    /** Ends what is running by its signal, and waits for it. */
    async close(): Promise<void> {
      clearInterval(timer);
      closing.abort();
      await tick();
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;
