/** Cached: creating a format is a hundred times slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  formats.set(timeZone, format);
  return format;
}

/** For example: November 5, 2026. */
export function longDate(timestamp: string, timeZone: string): string {
  return formatFor(timeZone).format(new Date(timestamp));
}
