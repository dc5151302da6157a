/** Making one takes longer than using it a hundred times; a site has one time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  formats.set(timeZone, format);
  return format;
}

/** A day as public pages write it: November 5, 2026. */
export function longDate(timestamp: string, timeZone: string): string {
  return formatFor(timeZone).format(new Date(timestamp));
}
