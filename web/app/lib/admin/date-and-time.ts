/** Cached: creating a format is a hundred times slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  formats.set(timeZone, format);
  return format;
}

/** For example: Nov 5, 2026, 11:30 PM UTC. */
export function dateAndTime(timestamp: string, timeZone: string): string {
  return formatFor(timeZone).format(new Date(timestamp));
}
