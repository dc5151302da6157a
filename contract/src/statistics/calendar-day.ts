/** Cached, because creating a format is a hundred times slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish dates are those of ISO 8601. Uses UTC if the time zone is unknown: a browser may be older than its name. */
function createFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone });
  } catch {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' });
  }
}

/** Returns, for example, 2026-11-05. */
export function calendarDay(date: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? createFormat(timeZone);
  formats.set(timeZone, format);
  return format.format(date);
}
