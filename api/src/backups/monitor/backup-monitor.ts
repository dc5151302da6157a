import type { Alerts } from '../../alerts/alerts.ts';
import type { Context } from '../../context.ts';
import { sentenceOf } from '../../reason.ts';
import { recordBackup } from '../backups.service.ts';
import {
  type BackupConfig,
  type BackupHealth,
  type BackupKind,
  describeHealth,
  graceMs,
  isTooOld,
  type MadeBackup,
  readHealth,
  recordFailure,
  recordGood,
  schedulesOf,
} from './backup-health.ts';

/** Records how the backup went, and alerts about a failure. */
export type Watch = <Made extends MadeBackup>(
  kind: BackupKind,
  signal: AbortSignal,
  make: () => Promise<Made>,
) => Promise<Made>;

type Options = Pick<Context, 'db' | 'clock'> & {
  readonly config: BackupConfig;
  readonly alerts: Alerts;
};

export type BackupSummary = 'ok' | 'failed' | 'overdue';

const alertKey = (kind: BackupKind) => `backup_${kind}`;

/** Checks whether the backups that this server should make by itself are made. */
export function createBackupMonitor({ db, config, clock, alerts }: Options) {
  const schedules = schedulesOf(config);
  const startedAt = clock().getTime();
  let latest: readonly BackupHealth[] = [];

  const read = (): Promise<BackupHealth[]> =>
    Promise.all(schedules.map((schedule) => readHealth(db, schedule, clock())));

  /** A first backup may take some time after the start. */
  function isOverdue(health: BackupHealth): boolean {
    const { good, failure } = health;
    if (good) return isTooOld(health, good, clock());
    const since = Math.min(startedAt, Date.parse(failure?.since ?? '') || startedAt);
    return clock().getTime() - since > graceMs(health);
  }

  async function tell(health: BackupHealth): Promise<void> {
    const { kind, failure, good, where } = health;
    const key = alertKey(kind);
    if (failure) await alerts.send(key, { event: 'backup-failed', message: failure.reason });
    else if (isOverdue(health))
      await alerts.send(key, { event: 'backup-overdue', message: describeHealth(health) });
    else if (good)
      await alerts.clear(key, { event: 'backup-ok', message: `Backups to ${where} work again.` });
  }

  /** The last state is kept while the database does not respond. */
  async function refresh(): Promise<void> {
    latest = await read().catch(() => latest);
  }

  /** Also tells ALERT_URL what it did not get before. */
  async function check(): Promise<void> {
    await refresh();
    for (const health of latest) await tell(health);
  }

  const watch: Watch = async (kind, signal, make) => {
    try {
      const made = await make();
      // The backup is made, and can be recorded later.
      await recordGood(db, kind, made).catch(() => {});
      await recordBackup(db, clock, kind === 'here' ? 'automatic' : 'remote');
      await check();
      return made;
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = sentenceOf(error);
      await recordFailure(db, kind, { at: clock(), reason }).catch(() => {});
      await refresh();
      // The alert does not use the stored state, because the database may not have stored it.
      await alerts.send(alertKey(kind), { event: 'backup-failed', message: reason });
      throw error;
    }
  };

  return {
    read,
    watch,
    isOverdue,

    current: () => latest,

    /** Undefined if there are no automatic backups, or the first is still to come. */
    summary(): BackupSummary | undefined {
      if (latest.some(({ status }) => status === 'failed')) return 'failed';
      if (latest.some(isOverdue)) return 'overdue';
      return latest.length > 0 && latest.every(({ good }) => good) ? 'ok' : undefined;
    },

    check,
  };
}

export type BackupMonitor = ReturnType<typeof createBackupMonitor>;
