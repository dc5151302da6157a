/** A day as public pages write it: November 5, 2026. */
export function longDate(timestamp: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(
    new Date(timestamp),
  );
}
