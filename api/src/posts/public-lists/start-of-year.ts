import { yearOf } from '@longhand/contract/dates';

const DAY_MS = 86_400_000;

/**
 * The first millisecond of a year in a time zone. Searched for with the function that names the year
 * of a date, so that both always agree, whatever the zone did at that time.
 */
export function startOfYear(year: number, timeZone: string): number {
  const utc = Date.UTC(year, 0, 1);
  let before = utc - DAY_MS;
  let start = utc + DAY_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (Number(yearOf(new Date(middle), timeZone)) < year) before = middle;
    else start = middle;
  }
  return start;
}
