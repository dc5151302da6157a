import { LRUCache } from 'lru-cache';

/** Cached, because creating a format is a hundred times slower than using it. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 10,
  // Swedish dates are those of ISO 8601.
  memoMethod: (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }),
});

/** Returns, for example, 2026-11-05. */
export function calendarDay(date: Date, timeZone: string): string {
  return formats.memo(timeZone).format(date);
}
