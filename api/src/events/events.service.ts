import { EVENT_DAYS } from '@longhand/contract/event-kinds';
import type { EventList, EventQuery } from '@longhand/contract/events';
import { DAY_MS, daysBefore } from '../clock.ts';
import type { Context } from '../context.ts';
import { cutPart } from '../http/list-part.ts';
import * as events from './events.repository.ts';

type Options = Pick<Context, 'db' | 'clock'> & {
  readonly readTimeZone: () => Promise<string>;
};

/** What a clock in the time zone shows, as if it were UTC. */
function wallTime(time: number, timeZone: string): number {
  // Swedish dates are those of ISO 8601.
  const shown = new Date(time).toLocaleString('sv-SE', { timeZone });
  // Who types a year begins with 0002. What it shows has fewer than four digits, and the zone does not matter.
  return /^\d{4}-/.test(shown) ? Date.parse(`${shown.replace(' ', 'T')}Z`) : time;
}

export function startOfDay(date: string, timeZone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const near = midnight - (wallTime(midnight, timeZone) - midnight);
  // Again, because the offset may have changed in between.
  return near - (wallTime(near, timeZone) - midnight);
}

const isDate = (moment: string) => !moment.includes('T');

function nextDate(date: string): string {
  const midnight = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString();
  // Not the first ten characters: the year can be 10000.
  return midnight.slice(0, midnight.indexOf('T'));
}

export function createEventsService({ db, clock, readTimeZone }: Options) {
  async function readRange({ from, to }: EventQuery): Promise<events.Range> {
    const timeZone = await readTimeZone();
    const stored = (time: number) => new Date(time).toISOString();
    return {
      from: from && stored(isDate(from) ? startOfDay(from, timeZone) : Date.parse(from)),
      to: to && stored(isDate(to) ? startOfDay(nextDate(to), timeZone) - 1 : Date.parse(to)),
    };
  }

  return {
    async list(query: EventQuery): Promise<EventList> {
      const { kind, before, limit } = query;
      const filter = { kind, before, ...(await readRange(query)) };
      const rows = await events.listEvents(db, filter, limit + 1);
      const { entries, next = null } = cutPart(rows, limit, ({ id }) => id);
      return { events: entries, next };
    },

    deleteOld: () => events.deleteEventsBefore(db, daysBefore(clock(), EVENT_DAYS).toISOString()),
  };
}

export type EventsService = ReturnType<typeof createEventsService>;
