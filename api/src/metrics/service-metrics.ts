import type { DatabaseActivity } from '../database/activity.ts';
import type { ImageWorker } from '../images/image-worker.ts';
import type { JobState } from '../jobs/job-runner.ts';
import { type MailOutcomes, NO_MAILS } from '../mail/mailer.ts';
import { counter, gauge, histogram, type Metric, unixTime } from './metric.ts';

export function readDatabaseMetrics({
  durations,
  failed,
  connections,
}: DatabaseActivity): Metric[] {
  return [
    histogram('longhand_database_query_duration_seconds', 'Time that queries took.', [
      { of: durations },
    ]),
    counter('longhand_database_query_failures_total', 'Queries that failed.', failed),
    gauge('longhand_database_connections', 'Connections of the pool, by state.', {
      state: { ...connections() },
    }),
  ];
}

type Jobs = readonly Readonly<JobState>[];

function byJob(jobs: Jobs, read: (job: JobState) => number | undefined) {
  // Prometheus adds a label `job` of its own.
  return { name: Object.fromEntries(jobs.map((job) => [job.name, read(job)])) };
}

function readJobMetrics(jobs: Jobs): Metric[] {
  const last = (
    name: `longhand_job_last_${string}`,
    help: string,
    read: (job: JobState) => number | undefined,
  ) => gauge(name, help, byJob(jobs, read), 'max');
  return [
    counter(
      'longhand_job_successes_total',
      'Runs that were completed, by job.',
      byJob(jobs, ({ successes }) => successes),
    ),
    counter(
      'longhand_job_failures_total',
      'Runs that failed, by job.',
      byJob(jobs, ({ failures }) => failures),
    ),
    last(
      'longhand_job_last_success_timestamp_seconds',
      'When the job was last completed, since the start.',
      ({ lastSuccess }) => unixTime(lastSuccess),
    ),
    last(
      'longhand_job_last_failure_timestamp_seconds',
      'When the job last failed, since the start.',
      ({ lastFailure }) => unixTime(lastFailure),
    ),
    last(
      'longhand_job_last_duration_seconds',
      'How long the last run took.',
      ({ lastMs }) => lastMs && lastMs / 1_000,
    ),
  ];
}

function readImageMetrics({ state }: Pick<ImageWorker, 'state'>): Metric[] {
  const { running, waiting, done, failed, refused } = state();
  return [
    gauge('longhand_image_queue', 'Pictures that are prepared or wait for it.', {
      state: { running, waiting },
    }),
    counter('longhand_image_jobs_total', 'Pictures that were prepared, by result.', {
      result: { done, failed, refused },
    }),
  ];
}

function readMailMetrics(outcomes: MailOutcomes): Metric {
  const help =
    'Mails by what the server said: sent, refused for now (temporary) or for good (permanent), or unknown.';
  return counter('longhand_mails_total', help, { result: outcomes });
}

type Sources = {
  readonly jobs: () => Jobs;
  readonly worker: Pick<ImageWorker, 'state'>;
  /** Null while mail is not set up. */
  readonly mailer: { readonly outcomes: MailOutcomes } | null;
};

export function readServiceMetrics({ jobs, worker, mailer }: Sources): Metric[] {
  return [
    ...readJobMetrics(jobs()),
    ...readImageMetrics(worker),
    readMailMetrics(mailer?.outcomes ?? NO_MAILS),
  ];
}
