import { POST_YEARS } from '@longhand/contract/limits';
import { DAY_MS, formatOf } from '../words/date-and-time.ts';

/** A date and a time of day without a time zone, as native inputs hold them. */
export type WallTime = { readonly date: string; readonly time: string };

export const DATE_RANGE = {
  min: `${POST_YEARS.first}-01-01`,
  max: `${POST_YEARS.last}-12-31`,
} as const;

/** Returns the local time of the zone as if it were UTC. */
function clocksAt(instant: number, timeZone: string): number {
  const format = formatOf('en-GB', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = format.formatToParts(instant).map(({ type, value }) => [type, value]);
  const { year = '', month, day, hour, minute, second } = Object.fromEntries(parts);
  return Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function toWallTime(clocks: number): WallTime {
  const iso = new Date(clocks).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 16) };
}

export function wallTimeOf(timestamp: string, timeZone: string): WallTime {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return { date: '', time: '' };
  return toWallTime(clocksAt(instant, timeZone));
}

export type Resolved = {
  /** The first moment, if the local time comes twice. */
  readonly at: string;
  /** The second moment, if the local time comes twice. */
  readonly second: string | null;
  /** The time used instead, if clocks skip the local time. */
  readonly movedTo: WallTime | null;
};

export function resolveWallTime({ date, time }: WallTime, timeZone: string): Resolved {
  const clocks = Date.parse(`${date}T${time}Z`);
  // The offsets before, at and after any clock change on that day.
  const offsets = [clocks - DAY_MS, clocks, clocks + DAY_MS].map(
    (instant) => clocksAt(instant, timeZone) - instant,
  );
  const [first, second] = [...new Set(offsets)]
    .map((offset) => clocks - offset)
    .filter((instant) => clocksAt(instant, timeZone) === clocks)
    .sort((a, b) => a - b);
  const toIso = (instant: number) => new Date(instant).toISOString();
  if (first !== undefined) {
    return { at: toIso(first), second: second === undefined ? null : toIso(second), movedTo: null };
  }
  // Moved by as much as the clocks are put forward.
  const moved = clocks - (offsets[0] ?? 0);
  return { at: toIso(moved), second: null, movedTo: toWallTime(clocksAt(moved, timeZone)) };
}

/** Returns for example 'GMT+2'. */
export function offsetName(timestamp: string, timeZone: string): string {
  const parts = formatOf('en-GB', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    Date.parse(timestamp),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

type Dates = { readonly published_at: string; readonly publish_at: string };

/** Empty if the moment of publishing will be the date. */
export function dateOf({ published_at, publish_at }: Dates): string {
  return publish_at || published_at;
}

/** A future date schedules the post, and leaves the date that it has. */
export function chooseDate(at: string, saved: Dates, now = Date.now()): Dates {
  if (Date.parse(at) > now) return { published_at: saved.published_at, publish_at: at };
  return { published_at: at, publish_at: '' };
}

/** A schedule whose time has passed becomes a date in the past, and the saved one has published the post. */
export function settleDates<Form extends Dates & { readonly published: boolean }>(
  form: Form,
  saved: Dates,
  now = Date.now(),
): Form {
  const { publish_at } = form;
  const hasPassed = publish_at !== '' && Date.parse(publish_at) <= now;
  if (!hasPassed) return form;
  const published = form.published || publish_at === saved.publish_at;
  return { ...form, published, published_at: publish_at, publish_at: '' };
}
