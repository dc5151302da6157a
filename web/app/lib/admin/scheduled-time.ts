/** With the time zone, which need not be the reader's own. For example: Nov 20, 2026, 9:00 AM GMT+1. */
export function scheduledTime(timestamp: string, timeZone: string): string {
  return new Date(timestamp).toLocaleString(undefined, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
}
