const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };

function isToday(then: Date, now: Date): boolean {
  return then.toDateString() === now.toDateString();
}

/** Today’s time, or an earlier day: short enough for a phone. */
export function timeOrDay(at: string, now = new Date()): string {
  const then = new Date(at);
  return then.toLocaleString('en-US', isToday(then, now) ? TIME : DAY);
}

/** For example 'at 9:08 AM' or 'on Nov 14'. */
export function when(at: string, now = new Date()): string {
  return `${isToday(new Date(at), now) ? 'at' : 'on'} ${timeOrDay(at, now)}`;
}
