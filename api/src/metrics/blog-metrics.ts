import { statfs } from 'node:fs/promises';
import type { AuthService } from '../auth/auth.service.ts';
import type { BackupHealth } from '../backups/monitor/backup-health.ts';
import type { BackupMonitor } from '../backups/monitor/backup-monitor.ts';
import type { Clock } from '../clock.ts';
import type { MailingsService } from '../newsletter/mailings/mailings.service.ts';
import type { SignupsService } from '../newsletter/subscribers/signups.service.ts';
import type { SubscribersService } from '../newsletter/subscribers/subscribers.service.ts';
import { gauge, type Metric, unixTime } from './metric.ts';
import type { Metrics } from './metrics.ts';

type Sources = {
  readonly clock: Clock;
  readonly dataDir: string;
  readonly auth: Pick<AuthService, 'countSessions'>;
  readonly subscribers: Pick<SubscribersService, 'countByState'>;
  readonly signups: Pick<SignupsService, 'countUnsentMails'>;
  readonly mailings: Pick<MailingsService, 'countUnsent'>;
  readonly backupMonitor: Pick<BackupMonitor, 'read' | 'current' | 'isOverdue'>;
};

async function readSessions({ auth }: Sources): Promise<Metric[]> {
  return [gauge('longhand_sessions', 'Sessions that are logged in.', await auth.countSessions())];
}

async function readNewsletter({ subscribers, signups, mailings }: Sources): Promise<Metric[]> {
  const state = await subscribers.countByState();
  const confirmation = await signups.countUnsentMails();
  const newsletter = await mailings.countUnsent();
  return [
    gauge('longhand_subscribers', 'Addresses of the newsletter, by state.', { state }),
    gauge('longhand_mails_pending', 'Mails that are still to be sent, by kind.', {
      kind: { confirmation, newsletter },
    }),
  ];
}

async function readDisk({ dataDir }: Sources): Promise<Metric[]> {
  const { bsize, bavail, blocks } = await statfs(dataDir);
  return [
    gauge('longhand_disk_free_bytes', 'What is free on the disk of DATA_DIR.', bavail * bsize),
    gauge('longhand_disk_size_bytes', 'The size of the disk of DATA_DIR.', blocks * bsize),
  ];
}

async function readBackups({ backupMonitor, clock }: Sources): Promise<Metric[]> {
  const now = clock();
  // While the database does not respond, the last known state is reported.
  const all = await backupMonitor.read().catch(() => backupMonitor.current());
  const by = (read: (health: BackupHealth) => number | undefined) => ({
    place: Object.fromEntries(all.map((health) => [health.kind, read(health)])),
  });
  const madeAt = ({ good }: BackupHealth) => unixTime(good && new Date(good.at));
  return [
    gauge(
      'longhand_backup_last_success_timestamp_seconds',
      'When the last good automatic backup was made, by place.',
      by(madeAt),
    ),
    gauge(
      'longhand_backup_age_seconds',
      'Age of the last good automatic backup, by place.',
      by((health) => health.good && now.getTime() / 1_000 - (madeAt(health) ?? 0)),
    ),
    gauge(
      'longhand_backup_size_bytes',
      'Size of the last good automatic backup, by place.',
      by(({ good }) => good?.bytes),
    ),
    gauge(
      'longhand_backup_failing',
      '1 if the last automatic backup failed, by place.',
      by(({ status }) => Number(status === 'failed')),
    ),
    gauge(
      'longhand_backup_overdue',
      '1 if an automatic backup should have been made long ago, by place.',
      by((health) => Number(backupMonitor.isOverdue(health))),
    ),
  ];
}

/** All processes would count the same, so only the one that is asked does. */
export function addBlogMetrics(metrics: Metrics, sources: Sources): void {
  for (const read of [readSessions, readNewsletter, readDisk, readBackups])
    metrics.addBlog(() => read(sources));
}
