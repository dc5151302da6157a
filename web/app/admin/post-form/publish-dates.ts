import { POST_YEARS } from '@longhand/contract/limits';
import { DAY_MS, formatOf } from './date-and-time.ts';

/** A date and a time of day without a time zone, as native inputs hold them. */
export type WallTime = { readonly date: string; readonly time: string };

/** What the inputs accept. */
export const DATE_RANGE = {
  min: `${POST_YEARS.first}-01-01`,
  max: `${POST_YEARS.last}-12-31`,
} as const;

/** What the clocks show, as if it were UTC. */
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

/** Empty for a text that is no timestamp. */
export function wallTimeOf(timestamp: string, timeZone: string): WallTime {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return { date: '', time: '' };
  return toWallTime(clocksAt(instant, timeZone));
}

export type Resolved = {
  /** The moment; of a time that comes twice, the first. */
  readonly at: string;
  /** The second moment of a time that comes twice. */
  readonly second: string | null;
  /** What is used for a time that the clocks skip. */
  readonly movedTo: WallTime | null;
};

/** The moment when the clocks of the time zone show this. */
export function resolveWallTime({ date, time }: WallTime, timeZone: string): Resolved {
  const clocks = Date.parse(`${date}T${time}Z`);
  // The offsets before, at and after any change of the clocks that day.
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
  // As much later as the clocks are put forward.
  const moved = clocks - (offsets[0] ?? 0);
  return { at: toIso(moved), second: null, movedTo: toWallTime(clocksAt(moved, timeZone)) };
}

/** For example: GMT+2. */
export function offsetName(timestamp: string, timeZone: string): string {
  const parts = formatOf('en-GB', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    Date.parse(timestamp),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

type Dates = { readonly published_at: string; readonly publish_at: string };

/** The date that the post has or will have; empty if it is left to the moment of publishing. */
export function dateOf({ published_at, publish_at }: Dates): string {
  return publish_at || published_at;
}

/** The fields of a chosen date: a future one schedules, and leaves the date that the post has. */
export function chooseDate(at: string, saved: Dates, now = Date.now()): Dates {
  if (Date.parse(at) > now) return { published_at: saved.published_at, publish_at: at };
  return { published_at: at, publish_at: '' };
}

/** A schedule whose time has passed is a date in the past. */
export function settleDates<Form extends Dates>(form: Form, now = Date.now()): Form {
  const { publish_at } = form;
  const hasPassed = publish_at !== '' && Date.parse(publish_at) <= now;
  return hasPassed ? { ...form, published_at: publish_at, publish_at: '' } : form;
}
