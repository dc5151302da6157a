import type { Alerts } from '../../alerts/alerts.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/tables.ts';
import { sentenceOf } from '../../reason.ts';
import {
  type BackupConfig,
  type BackupHealth,
  graceMs,
  isTooOld,
  readHealth,
  schedulesOf,
} from './backup-health.ts';
import { type BackupKind, type MadeBackup, recordFailure, recordGood } from './backup-state.ts';
import { describeHealth } from './describe-health.ts';

/** Records how the backup went, and alerts about a failure. */
export type Watch = <Made extends MadeBackup>(
  kind: BackupKind,
  signal: AbortSignal,
  make: () => Promise<Made>,
) => Promise<Made>;

type Options = {
  readonly db: Database;
  readonly config: BackupConfig;
  readonly clock: Clock;
  readonly alerts: Alerts;
};

export type BackupSummary = 'ok' | 'failed' | 'overdue';

const alertKey = (kind: BackupKind) => `backup_${kind}`;

/** Whether the backups that this server should make by itself are made. */
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

  async function alertFailure(kind: BackupKind, reason: string): Promise<void> {
    await alerts.send(alertKey(kind), { event: 'backup-failed', message: reason });
  }

  /** While the database does not respond, the last state stands. */
  async function refresh(): Promise<void> {
    latest = await read().catch(() => latest);
  }

  const watch: Watch = async (kind, signal, make) => {
    try {
      const made = await make();
      // The backup is made: the database can say so later.
      await recordGood(db, kind, made).catch(() => {});
      await alerts.clear(alertKey(kind));
      await refresh();
      return made;
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = sentenceOf(error);
      await recordFailure(db, kind, { at: clock(), reason }).catch(() => {});
      await refresh();
      await alertFailure(kind, reason);
      throw error;
    }
  };

  return {
    read,
    watch,
    isOverdue,

    /** As of the last check. */
    current: () => latest,

    /** Undefined if no automatic backups are set, or the first is still to come. */
    summary(): BackupSummary | undefined {
      if (latest.some(({ status }) => status === 'failed')) return 'failed';
      if (latest.some(isOverdue)) return 'overdue';
      return latest.length > 0 && latest.every(({ good }) => good) ? 'ok' : undefined;
    },

    /** Also alerts when a backup is overdue although none has failed. */
    async check(): Promise<void> {
      await refresh();
      for (const health of latest.filter((one) => !one.failure && isOverdue(one)))
        await alerts.send(alertKey(health.kind), {
          event: 'backup-overdue',
          message: describeHealth(health),
        });
    },
  };
}

export type BackupMonitor = ReturnType<typeof createBackupMonitor>;
