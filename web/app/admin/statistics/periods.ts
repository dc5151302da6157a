import { addDays, countDays, type Day, type DayRange, lastDayOf, type Unit } from './days.ts';

type DayNumbers = { readonly day: Day; readonly views: number; readonly visitors: number };

/** A day, or the days of a week or month that are in the range. */
export type Period = DayRange & {
  readonly views: number;
  /** This is an average: a person who returns on another day is counted again, so a sum would count no people. */
  readonly visitorsADay: number;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Without the days before the first one that was counted. */
export function totalOf(
  days: readonly DayNumbers[],
  { from, to }: DayRange,
  firstDay: Day | null = null,
): Period {
  const counted = countDays({ from: firstDay !== null && firstDay > from ? firstDay : from, to });
  return {
    ...{ from, to },
    views: sum(days.map(({ views }) => views)),
    visitorsADay: sum(days.map(({ visitors }) => visitors)) / Math.max(counted, 1),
  };
}

/** Periods without views are listed, too. */
export function toPeriods(
  days: readonly DayNumbers[],
  range: DayRange,
  unit: Unit,
  firstDay: Day | null = null,
): Period[] {
  const sorted = days.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const periods: Period[] = [];
  let next = sorted.findIndex(({ day }) => day >= range.from);
  if (next === -1) next = sorted.length;
  for (let from = range.from; from <= range.to; ) {
    const last = lastDayOf(unit, from);
    const to = last < range.to ? last : range.to;
    const first = next;
    while ((sorted[next]?.day ?? '~') <= to) next += 1;
    periods.push(totalOf(sorted.slice(first, next), { from, to }, firstDay));
    from = addDays(to, 1);
  }
  return periods;
}

/** Moves a day of the range before into the range: months differ in length, and weeks begin in their middle. */
export const movedInto = (range: DayRange, day: Day): Day => addDays(day, countDays(range));
