const SECONDS_UNTIL = 100_000_000_000;
const WITHOUT_ZONE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?)?$/;
const WITH_ZONE =
  /^(\d{4}-\d{1,2}-\d{1,2}[T ]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})$/i;

function valid(date: Date): Date | null {
  return Number.isNaN(date.getTime()) ? null : date;
}

function inUtc(text: string): Date | null {
  const parts = WITHOUT_ZONE.exec(text);
  if (!parts) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const milliseconds = Number((parts[7] ?? '0').padEnd(3, '0'));
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return valid(new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)));
}

function minutesOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

function inZone(text: string): Date | null {
  const [, local, zone] = WITH_ZONE.exec(text) ?? [];
  const date = local === undefined ? null : inUtc(local);
  return date && valid(new Date(date.getTime() - minutesOf(zone ?? '') * 60_000));
}

function fromText(text: string): Date | null {
  return inUtc(text) ?? inZone(text) ?? (/\d{4}/.test(text) ? valid(new Date(text)) : null);
}

/**
 * Exports write dates as text, or as a number of seconds or milliseconds. A date without a time zone is UTC.
 */
export function parseDate(value: unknown): Date | null {
  if (value instanceof Date) return valid(value);
  if (typeof value === 'number')
    return valid(new Date(Math.abs(value) < SECONDS_UNTIL ? value * 1000 : value));
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return /^\d{9,}$/.test(text) ? parseDate(Number(text)) : fromText(text);
}
