type Counts = ReadonlyMap<string, number>;

const MONTHS = 12;

/** Like `2026-11`, the oldest first, and this one last. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = now.getUTCMonth() - (MONTHS - 1 - index);
    return new Date(Date.UTC(now.getUTCFullYear(), month)).toISOString().slice(0, 7);
  });
}

function countUntil(counts: Counts, month: string): number {
  return [...counts].reduce((sum, [each, count]) => (each <= month ? sum + count : sum), 0);
}

/** How many were confirmed at the end of each of the last months. */
export function growthOf(confirmed: Counts, ended: Counts, now: Date) {
  return lastMonths(now).map((month) => ({
    month,
    confirmed: countUntil(confirmed, month) - countUntil(ended, month),
  }));
}
