const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const DATE: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', ...TIME };

/** Without the date if it is today’s. */
export function shortTime(at: string, now = new Date()): string {
  const then = new Date(at);
  const isToday = then.toDateString() === now.toDateString();
  return then.toLocaleString('en-US', isToday ? TIME : DATE);
}
