export const DAY_MS = 86_400_000;

/** Cached: creating a format is a hundred times slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function formatOf(
  locale: 'en-US' | 'en-GB',
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Without the year if it is this one: returns for example 'Friday, Nov 20, 9:00 AM'. */
export function dayAndTime(
  timestamp: string,
  timeZone: string,
  { weekday, now = Date.now() }: { readonly weekday?: 'long'; readonly now?: number } = {},
): string {
  const yearOf = (instant: number) =>
    formatOf('en-US', { timeZone, year: 'numeric' }).format(instant);
  const instant = Date.parse(timestamp);
  const format = formatOf('en-US', {
    timeZone,
    ...(weekday && { weekday }),
    ...(yearOf(instant) !== yearOf(now) && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(instant);
}

/** Returns for example 'Nov 5, 2026, 11:30 PM UTC', or the text itself if it is no timestamp. */
export function dateAndTime(timestamp: string, timeZone: string): string {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return timestamp;
  const format = formatOf('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return format.format(instant);
}
