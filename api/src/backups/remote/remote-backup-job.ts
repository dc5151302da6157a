import type { Context } from '../../context.ts';
import type { DueJob } from '../../jobs/job.ts';
import { RETRY_AFTER_MS } from '../automatic-backups.ts';
import type { JobReport } from '../backup-child-process.ts';
import {
  type BackupConfig,
  isBackupDue,
  readHealth,
  schedulesOf,
} from '../monitor/backup-health.ts';
import type { Watch } from '../monitor/backup-monitor.ts';

type Options = Pick<Context, 'db' | 'clock' | 'log'> & {
  readonly config: BackupConfig;
  readonly send: (signal: AbortSignal) => Promise<JobReport>;
  readonly watch: Watch;
};

export function remoteBackupJob({ db, config, clock, log, send, watch }: Options) {
  const schedule = schedulesOf(config).find(({ kind }) => kind === 'elsewhere');

  async function run(signal: AbortSignal) {
    const { where = '' } = schedule ?? {};
    const at = clock();
    const sent = await watch('elsewhere', signal, async () => ({
      at,
      where,
      ...(await send(signal)),
    }));
    const { name, bytes, warnings, cleanupError } = sent;
    if (warnings.length > 0)
      log.warn({ warnings }, 'the backup at BACKUP_TO lacks pictures that are missing in the blog');
    if (cleanupError)
      log.error({ reason: cleanupError }, 'older backups at BACKUP_TO are still there');
    return { where, name, bytes };
  }

  return {
    name: 'backup-elsewhere',
    scope: 'blog',
    isDue: async () =>
      schedule !== undefined && isBackupDue(await readHealth(db, schedule, clock()), clock()),
    run,
    retryAfterMs: RETRY_AFTER_MS,
    failureMessage:
      'the backup to BACKUP_TO failed; earlier ones are kept, and it will be retried in five minutes',
  } satisfies DueJob;
}
