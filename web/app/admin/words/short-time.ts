import { formatOf } from './date-and-time.ts';

function dayOf(at: Date, timeZone: string): string {
  return formatOf('en-US', { timeZone, dateStyle: 'short' }).format(at);
}

function isToday(then: Date, timeZone: string, now: Date): boolean {
  return dayOf(then, timeZone) === dayOf(now, timeZone);
}

/** The time if it is today, otherwise the day: short enough for a phone. */
export function timeOrDay(at: string, timeZone: string, now = new Date()): string {
  const then = new Date(at);
  const shown = isToday(then, timeZone, now)
    ? ({ hour: 'numeric', minute: '2-digit' } as const)
    : ({ month: 'short', day: 'numeric' } as const);
  return formatOf('en-US', { timeZone, ...shown }).format(then);
}

/** Returns for example 'at 9:08 AM' or 'on Nov 14'. */
export function when(at: string, timeZone: string, now = new Date()): string {
  const preposition = isToday(new Date(at), timeZone, now) ? 'at' : 'on';
  return `${preposition} ${timeOrDay(at, timeZone, now)}`;
}
