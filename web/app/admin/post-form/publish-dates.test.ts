import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chooseDate,
  offsetName,
  resolveWallTime,
  settleDates,
  wallTimeOf,
} from './publish-dates.ts';

const BERLIN = 'Europe/Berlin';

function resolve(date: string, time: string, timeZone = BERLIN) {
  return resolveWallTime({ date, time }, timeZone);
}

test.each([
  ['UTC', '2026-11-16', '08:00', '2026-11-16T08:00:00.000Z'],
  ['Europe/Berlin', '2026-11-16', '08:00', '2026-11-16T07:00:00.000Z'],
  ['Europe/Berlin', '2026-07-16', '08:00', '2026-07-16T06:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-16', '08:00', '2026-11-16T02:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-16', '00:00', '2026-11-15T18:15:00.000Z'],
  ['Australia/Lord_Howe', '2026-12-16', '08:00', '2026-12-15T21:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-16', '08:00', '2026-11-15T18:00:00.000Z'],
  ['Pacific/Niue', '2026-11-16', '20:00', '2026-11-17T07:00:00.000Z'],
  ['America/New_York', '1900-01-01', '00:00', '1900-01-01T05:00:00.000Z'],
  ['Europe/Berlin', '2199-12-31', '23:59', '2199-12-31T22:59:00.000Z'],
  // 44 minutes and 30 seconds behind.
  ['Africa/Monrovia', '1971-06-01', '12:00', '1971-06-01T12:44:30.000Z'],
])('in %s, %s %s is %s', (timeZone, date, time, at) => {
  expect(resolve(date, time, timeZone)).toEqual({ at, second: null, movedTo: null });
  expect(wallTimeOf(at, timeZone)).toEqual({ date, time });
});

test.each([
  [BERLIN, '2026-03-29', '02:30', '2026-03-29', '03:30'],
  ['America/New_York', '2026-03-08', '02:00', '2026-03-08', '03:00'],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-04', '02:45'],
  // Midnight.
  ['America/Santiago', '2026-09-06', '00:30', '2026-09-06', '01:30'],
  // The zone moved over the date line and skipped a day.
  ['Pacific/Apia', '2011-12-30', '12:00', '2011-12-31', '12:00'],
])('in %s, the clocks skip %s %s, and %s %s is used', (timeZone, date, time, ...moved) => {
  const { at, second, movedTo } = resolve(date, time, timeZone);
  expect(movedTo).toEqual({ date: moved[0], time: moved[1] });
  expect(second).toBeNull();
  expect(wallTimeOf(at, timeZone)).toEqual(movedTo);
});

test.each([
  [BERLIN, '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  [
    'America/New_York',
    '2026-11-01',
    '01:00',
    '2026-11-01T05:00:00.000Z',
    '2026-11-01T06:00:00.000Z',
  ],
  [
    'Australia/Lord_Howe',
    '2026-04-05',
    '01:45',
    '2026-04-04T14:45:00.000Z',
    '2026-04-04T15:15:00.000Z',
  ],
  // The zone itself changed, without daylight saving.
  ['Europe/Moscow', '2014-10-26', '01:30', '2014-10-25T21:30:00.000Z', '2014-10-25T22:30:00.000Z'],
])('in %s, %s %s comes twice', (timeZone, date, time, at, second) => {
  expect(resolve(date, time, timeZone)).toEqual({ at, second, movedTo: null });
});

test('the hours around a change come once', () => {
  for (const time of ['01:59', '03:00']) {
    for (const date of ['2026-03-29', '2026-10-25']) {
      expect(resolve(date, time)).toMatchObject({ second: null, movedTo: null });
    }
  }
});

test('what the clocks show leads back to the moment, in every time zone', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const minutes = fc.integer({ min: 0, max: Date.UTC(2100, 11, 31) / 60_000 });
  fc.assert(
    fc.property(zones, minutes, (timeZone, minute) => {
      const moment = new Date(minute * 60_000).toISOString();
      const shown = wallTimeOf(moment, timeZone);
      const { at, second, movedTo } = resolveWallTime(shown, timeZone);
      expect(movedTo).toBeNull();
      // Some zones were not at whole minutes before 1973.
      const distances = [at, second ?? at].map((each) => Date.parse(moment) - Date.parse(each));
      expect(distances.some((distance) => distance >= 0 && distance < 60_000)).toBe(true);
      expect(wallTimeOf(at, timeZone)).toEqual(shown);
    }),
    { numRuns: 500 },
  );
});

test('every typed time is a moment, and a moved one is later', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const minutes = fc.integer({ min: 0, max: Date.UTC(2100, 11, 31) / 60_000 });
  fc.assert(
    fc.property(zones, minutes, (timeZone, minute) => {
      const iso = new Date(minute * 60_000).toISOString();
      const typed = { date: iso.slice(0, 10), time: iso.slice(11, 16) };
      const { at, movedTo } = resolveWallTime(typed, timeZone);
      expect(wallTimeOf(at, timeZone)).toEqual(movedTo ?? typed);
      if (movedTo) {
        expect(`${movedTo.date} ${movedTo.time}` > `${typed.date} ${typed.time}`).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('without a date the inputs are empty', () => {
  for (const none of ['', 'no date']) {
    expect(wallTimeOf(none, BERLIN)).toEqual({ date: '', time: '' });
  }
});

test('the offset of a time zone is named', () => {
  expect(offsetName('2026-10-25T00:30:00.000Z', BERLIN)).toBe('GMT+2');
  expect(offsetName('2026-10-25T01:30:00.000Z', BERLIN)).toBe('GMT+1');
  expect(offsetName('2026-10-25T01:30:00.000Z', 'Asia/Kolkata')).toBe('GMT+5:30');
});

const NOW = Date.parse('2026-11-16T08:00:00.000Z');
const PAST = '2026-11-01T08:00:00.000Z';
const FUTURE = '2026-11-20T07:00:00.000Z';
const FIRST = '2026-10-01T08:00:00.000Z';
const NONE = { published_at: '', publish_at: '' };

test('a past date is the date of the post, a future one schedules it', () => {
  const saved = { published_at: FIRST, publish_at: '' };
  expect(chooseDate(PAST, saved, NOW)).toEqual({ published_at: PAST, publish_at: '' });
  expect(chooseDate(FUTURE, saved, NOW)).toEqual({ published_at: FIRST, publish_at: FUTURE });
  expect(chooseDate('', { published_at: FIRST, publish_at: FUTURE }, NOW)).toEqual(NONE);
});

test('a schedule that has passed is a date in the past', () => {
  const draft = { ...NONE, published: false };
  const form = { ...draft, publish_at: FUTURE };
  const later = Date.parse(FUTURE);
  expect(settleDates(form, NONE, NOW)).toBe(form);
  const passed = { published: false, published_at: FUTURE, publish_at: '' };
  expect(settleDates(form, NONE, later)).toEqual(passed);
  expect(settleDates(draft, NONE, NOW)).toBe(draft);
});

test('the box of a scheduled post is ticked once its time has come', () => {
  const form = { published: false, published_at: '', publish_at: FUTURE };
  const saved = { ...NONE, publish_at: FUTURE };
  const later = Date.parse(FUTURE);
  expect(settleDates(form, saved, NOW)).toBe(form);
  expect(settleDates(form, saved, later)).toMatchObject({ published: true, publish_at: '' });
  const earlier = { ...saved, publish_at: '2026-11-21T07:00:00.000Z' };
  expect(settleDates(form, earlier, later).published).toBe(false);
});
