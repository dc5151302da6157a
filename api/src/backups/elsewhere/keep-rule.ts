import type { KeepRule } from '../../backup-settings.ts';
import { daysBefore } from '../../clock.ts';

/** The Monday of its week. */
function weekOf(time: Date): string {
  return daysBefore(time, (time.getUTCDay() + 6) % 7)
    .toISOString()
    .slice(0, 10);
}

const PERIODS: { readonly [Unit in keyof KeepRule]: (time: Date) => string } = {
  days: (time) => time.toISOString().slice(0, 10),
  weeks: weekOf,
  months: (time) => time.toISOString().slice(0, 7),
};

/**
 * The newest of each of the last days, weeks and months that have one, in UTC. Periods without a
 * backup do not count, so that nothing is deleted while none are made.
 */
export function chooseKept<Backup extends { readonly madeAt: Date }>(
  backups: readonly Backup[],
  rule: KeepRule,
): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [unit, count] of Object.entries(rule)) {
    const periodOf = PERIODS[unit as keyof KeepRule];
    const newest = new Map<string, Backup>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.madeAt);
      if (!newest.has(period)) newest.set(period, backup);
    }
    for (const backup of [...newest.values()].slice(0, count)) kept.add(backup);
  }
  return kept;
}
