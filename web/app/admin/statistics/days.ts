import { calendarDay } from '@longhand/contract/dates';
import { DAY_MS } from '../words/date-and-time.ts';

/** Written YYYY-MM-DD, and in no time zone: the server has assigned each view to a day of the site's. */
export type Day = string;

export type DayRange = { readonly from: Day; readonly to: Day };

const instantOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (instant: number): Day => new Date(instant).toISOString().slice(0, 10);

export function isDay(value: string | null): value is Day {
  if (value === null || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = instantOf(value);
  // 30 February would be in March.
  return !Number.isNaN(instant) && dayOf(instant) === value;
}

/** Earlier than any blog that counts. While a year is typed, a field has years like 0020. */
export const FIRST_DAY: Day = '2000-01-01';

export const isChoosable = (value: string | null): value is Day =>
  isDay(value) && value >= FIRST_DAY;

export const today = (timeZone: string, now = new Date()): Day => calendarDay(now, timeZone);

export const addDays = (day: Day, count: number): Day => dayOf(instantOf(day) + count * DAY_MS);

export const countDays = ({ from, to }: DayRange): number =>
  (instantOf(to) - instantOf(from)) / DAY_MS + 1;

export const lastDays = (count: number, to: Day): DayRange => ({
  from: addDays(to, 1 - count),
  to,
});

/** Returns as many days, right before. */
export function rangeBefore(range: DayRange): DayRange {
  return lastDays(countDays(range), addDays(range.from, -1));
}

export const UNITS = ['day', 'week', 'month'] as const;
export type Unit = (typeof UNITS)[number];

/** Chooses one with about a hundred numbers at most, which can be told apart. */
export function unitFor(range: DayRange): Unit {
  const days = countDays(range);
  if (days <= 100) return 'day';
  return days <= 700 ? 'week' : 'month';
}

/** Weeks begin on Monday, as in ISO 8601. */
export function lastDayOf(unit: Unit, day: Day): Day {
  if (unit === 'day') return day;
  const date = new Date(instantOf(day));
  if (unit === 'week') return addDays(day, (7 - date.getUTCDay()) % 7);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
}

const UTC = { timeZone: 'UTC' } as const;
const monthDay = new Intl.DateTimeFormat('en-US', { ...UTC, month: 'short', day: 'numeric' });
const longDay = new Intl.DateTimeFormat('en-US', { ...UTC, dateStyle: 'medium' });
const month = new Intl.DateTimeFormat('en-US', { ...UTC, month: 'short', year: 'numeric' });

/** Returns for example 'Nov 5, 2026', 'Nov 2 – 8, 2026' or 'Nov 2026'. */
export function nameOf(unit: Unit, { from, to }: DayRange): string {
  if (unit === 'month') return month.format(instantOf(from));
  if (unit === 'day') return longDay.format(instantOf(from));
  return longDay.formatRange(instantOf(from), instantOf(to));
}

/** An axis has little room. */
export function shortNameOf(unit: Unit, from: Day): string {
  return (unit === 'month' ? month : monthDay).format(instantOf(from));
}
