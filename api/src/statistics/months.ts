/** The day is written like 2026-01-31. */
export const monthOf = (day: string): string => day.slice(0, 7);

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

type Range = { readonly from: string; readonly to: string };

/** The whole months of a range, and the days before and after them; all of them are days if there is no whole month. */
export function splitAtMonths({ from, to }: Range): {
  readonly months: Range | null;
  readonly days: readonly Range[];
} {
  const start = from.endsWith('-01') ? from : `${monthOf(addDays(`${monthOf(from)}-01`, 31))}-01`;
  const isEnd = monthOf(addDays(to, 1)) !== monthOf(to);
  const end = isEnd ? to : addDays(`${monthOf(to)}-01`, -1);
  if (start > end) return { months: null, days: [{ from, to }] };
  // Not by comparing days: the one after 9999-12-31 is written otherwise.
  const days = [
    ...(from < start ? [{ from, to: addDays(start, -1) }] : []),
    ...(end < to ? [{ from: addDays(end, 1), to }] : []),
  ];
  return { months: { from: monthOf(start), to: monthOf(end) }, days };
}
