import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, HOUR_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { isPeriodic, type Job } from './job.ts';
import { createJobRunner, DatabaseUnavailable, type JobState } from './job-runner.ts';

const POLL_MS = 5_000;
/** A poll costs a cheap query or none, and what is due must not wait for seconds. */
const POLL_OFTEN_MS = 1_000;
/** Short outages of the database are not logged. */
const OUTAGE_LOGGED_AFTER_MS = 60_000;

type SchedulerOptions = Pick<Context, 'db' | 'clock' | 'log'> & {
  readonly jobs: readonly Job[];
};

/** Logs a long outage once, and its end when no group of jobs fails any more. */
function createOutageLog(log: FastifyBaseLogger, clock: Clock) {
  const failing = new Set<number>();
  let since: number | undefined;
  let isLogged = false;
  return {
    failed(group: number, error: DatabaseUnavailable): void {
      failing.add(group);
      since ??= clock().getTime();
      if (isLogged || clock().getTime() - since < OUTAGE_LOGGED_AFTER_MS) return;
      isLogged = true;
      log.error({ err: error.cause }, 'no job can run: the database is not writable');
    },
    ended(group: number): void {
      failing.delete(group);
      if (failing.size > 0) return;
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

/** Some of these jobs take long, and none is urgent. */
const isSeldom = (job: Job) => isPeriodic(job) && job.everyMs >= HOUR_MS;

const isOften = (job: Job) => job.scope === 'rows' || (isPeriodic(job) && !isSeldom(job));

/** Hourly and rarer jobs of a scope run one after another; each of the others runs independently. */
export function createScheduler({ db, clock, log, jobs }: SchedulerOptions) {
  const shutdown = new AbortController();
  const { signal } = shutdown;
  const outage = createOutageLog(log, clock);
  const context = { db, clock, signal, claimedBy: randomUUID() };
  const seldom = Object.values(Object.groupBy(jobs.filter(isSeldom), ({ scope }) => scope));
  const independent = jobs.filter((job) => !isSeldom(job)).map((job) => [job]);
  let timers: readonly NodeJS.Timeout[] = [];

  const groups = [...seldom, ...independent].map((group, number) => {
    const onDatabaseReachable = () => outage.ended(number);
    const runners = group.map((job) =>
      createJobRunner(job, { ...context, onDatabaseReachable }, log),
    );
    const run = withoutOverlap(async () => {
      try {
        for (const { run } of runners) if (!signal.aborted) await run();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        outage.failed(number, error);
      }
    });
    const pollMs = group.some(isOften) ? POLL_OFTEN_MS : POLL_MS;
    return { run, pollMs, states: runners.map(({ state }) => state) };
  });

  async function tick(): Promise<void> {
    await Promise.all(groups.map(({ run }) => run()));
  }

  return {
    tick,
    states: (): readonly Readonly<JobState>[] => groups.flatMap(({ states }) => states),
    start(): void {
      timers = groups.map(({ run, pollMs }) => setInterval(run, pollMs).unref());
      tick();
    },
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      shutdown.abort();
      await tick();
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;
