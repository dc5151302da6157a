import { isTimeZone } from '@longhand/contract/site-defaults';

/** UTC is left out by some browsers. */
export function timeZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** For example 'Monday, November 16, 12:30 PM'; null if there is no such time zone. */
export function timeThere(timeZone: string, now: Date): string | null {
  if (!isTimeZone(timeZone)) return null;
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(now);
}
