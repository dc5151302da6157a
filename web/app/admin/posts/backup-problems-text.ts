import type { AutomaticBackups } from '@longhand/contract/backups';
import { timeOrDay, when } from '../ui/short-time.ts';

type Backup = AutomaticBackups['backups'][number];

function lastGood({ last_good_at }: Backup, now: Date): string {
  return last_good_at
    ? `The last good one was made ${when(last_good_at, now)}.`
    : 'There is no good one yet.';
}

function describe(backup: Backup, now: Date): string | undefined {
  const { status, where, failed_since, reason } = backup;
  if (status === 'failed')
    return `Backups to ${where} have failed since ${timeOrDay(failed_since ?? '', now)}. ${reason} ${lastGood(backup, now)}`;
  if (status === 'overdue')
    return `The automatic backup to ${where} is overdue. ${lastGood(backup, now)} The server’s log says why.`;
  return undefined;
}

/** A sentence for each place where backups are not made as they should be. */
export function findBackupProblems({ backups }: AutomaticBackups, now = new Date()): string[] {
  return backups.flatMap((backup) => describe(backup, now) ?? []);
}
