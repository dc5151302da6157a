import type { BackupHealth } from './backup-health.ts';

function lastGood({ good }: BackupHealth): string {
  return good ? `The last good one is from ${good.at}.` : 'There is no good one yet.';
}

/** What is wrong, without what to do. */
export function describeHealth(health: BackupHealth): string {
  const { where, failure } = health;
  if (failure) return `Backups to ${where} have failed since ${failure.since}. ${lastGood(health)}`;
  return `The automatic backup to ${where} is overdue. ${lastGood(health)}`;
}
