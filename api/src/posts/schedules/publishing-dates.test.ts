import { expect, test } from 'vitest';
import {
  applyDates,
  findDateProblem,
  type Publishing,
  publishAsScheduled,
  restoreDates,
} from './publishing-dates.ts';

const NOW = '2026-01-01T12:00:00.000Z';
const PAST = '2025-06-01T08:00:00.000Z';
const EARLIER = '2024-06-01T08:00:00.000Z';
const FUTURE = '2026-06-01T08:00:00.000Z';
const LATER = '2026-07-01T08:00:00.000Z';

type Input = Parameters<typeof applyDates>[1];

const never: Publishing = {
  ...{ published: false, published_at: null, publish_at: null },
  send_when_published: false,
};
const dated: Publishing = { ...never, published_at: PAST };
const scheduled: Publishing = { ...never, publish_at: FUTURE };
const published: Publishing = { ...never, published: true, published_at: PAST };

const cases: readonly [
  name: string,
  current: Publishing & { wasPublic?: boolean },
  input: Input,
  published: boolean,
  publishedAt: string | null,
  publishAt: string | null,
][] = [
  ['publishing sets the date to now', never, { published: true }, true, NOW, null],
  ['a draft gets no date by itself', never, { published: false }, false, null, null],
  ['a call without any of the fields changes nothing', published, {}, true, PAST, null],
  ['unpublishing keeps the date', published, { published: false }, false, PAST, null],
  ['a past date of a draft is kept for later', never, { published_at: PAST }, false, PAST, null],
  ['a draft with a date is published with it', dated, { published: true }, true, PAST, null],
  [
    'a past date is set while publishing',
    never,
    { published: true, published_at: PAST },
    true,
    PAST,
    null,
  ],
  ['a past date moves a published post', published, { published_at: EARLIER }, true, EARLIER, null],
  [
    'null leaves the date to the moment of publishing',
    dated,
    { published_at: null },
    false,
    null,
    null,
  ],
  ['null while publishing is now', dated, { published: true, published_at: null }, true, NOW, null],
  ['null changes no published post', published, { published_at: null }, true, PAST, null],
  ['a future time schedules', never, { publish_at: FUTURE }, false, null, FUTURE],
  ['whatever published says', never, { published: true, publish_at: FUTURE }, false, null, FUTURE],
  [
    'also a published post, whose date stays',
    { ...published, wasPublic: true },
    { publish_at: FUTURE },
    false,
    PAST,
    FUTURE,
  ],
  [
    'a schedule wins over a date given with it',
    never,
    { published_at: PAST, publish_at: FUTURE },
    false,
    null,
    FUTURE,
  ],
  ['and over the date of a draft', dated, { publish_at: FUTURE }, false, null, FUTURE],
  ['another future time reschedules', scheduled, { publish_at: LATER }, false, null, LATER],
  ['left out, the schedule stays', scheduled, { published: false }, false, null, FUTURE],
  ['also when a date is sent', scheduled, { published_at: PAST }, false, null, FUTURE],
  ['null unschedules', scheduled, { publish_at: null }, false, null, null],
  [
    'null unschedules, with a date for later',
    scheduled,
    { publish_at: null, published_at: PAST },
    false,
    PAST,
    null,
  ],
  [
    'published: true publishes a scheduled post at once',
    scheduled,
    { published: true },
    true,
    NOW,
    null,
  ],
  ['also with null', scheduled, { published: true, publish_at: null }, true, NOW, null],
  [
    'with the date that is given',
    scheduled,
    { published: true, published_at: PAST },
    true,
    PAST,
    null,
  ],
  [
    'a post that was public is published with its first date',
    { ...scheduled, published_at: PAST, wasPublic: true },
    { published: true },
    true,
    PAST,
    null,
  ],
];

test.each(cases)('%s', (_name, { wasPublic = false, ...current }, input, ...expected) => {
  expect(findDateProblem(input, NOW)).toBeUndefined();
  const [published, published_at, publish_at] = expected;
  expect(applyDates(current, input, { now: NOW, wasPublic })).toEqual({
    published,
    published_at,
    publish_at,
    send_when_published: false,
  });
});

test.each<[name: string, current: Publishing, input: Input, isSent: boolean]>([
  ['a scheduled post', never, { publish_at: FUTURE }, true],
  ['one that is scheduled already', scheduled, {}, true],
  ['no draft', never, {}, false],
  ['none that is published at once', scheduled, { published: true }, false],
  ['none that is unscheduled', scheduled, { publish_at: null }, false],
])('%s is sent when it is published', (_name, current, input, isSent) => {
  const circumstances = { now: NOW, wasPublic: false };
  const sends = (from: Publishing, more: Input) =>
    applyDates(from, { ...input, ...more }, circumstances).send_when_published;
  expect(sends(current, { send_when_published: true })).toBe(isSent);
  expect(sends({ ...current, send_when_published: true }, {})).toBe(isSent);
  expect(sends({ ...current, send_when_published: true }, { send_when_published: false })).toBe(
    false,
  );
});

test('dates are stored in UTC', () => {
  const input = { published_at: '2025-06-01T10:00:00+02:00' };
  expect(applyDates(never, input, { now: NOW, wasPublic: false }).published_at).toBe(PAST);
});

test.each([
  [{ publish_at: PAST }, 'publish_at', 'must be in the future'],
  [{ publish_at: NOW }, 'publish_at', 'must be in the future'],
  [{ published_at: FUTURE }, 'published_at', 'must not be in the future'],
  [{ published_at: FUTURE, publish_at: null }, 'published_at', 'must not be in the future'],
  [{ published_at: '1899-12-31T23:59:59Z' }, 'published_at', 'must be in the years 1900 to 2199'],
  [{ publish_at: '2200-01-01T00:00:00Z' }, 'publish_at', 'must be in the years 1900 to 2199'],
  [{ publish_at: '0000-01-01T00:00:00+12:00' }, 'publish_at', 'must be in the years'],
])('%o is refused', (input, field, message) => {
  const problem = findDateProblem(input, NOW);
  expect(problem).toEqual({ field, message: expect.stringContaining(message) });
});

test.each([
  [{ published_at: NOW }],
  [{ published_at: '1900-01-01T00:00:00Z' }],
  [{ publish_at: '2199-12-31T23:59:59.999Z' }],
  [{ published_at: FUTURE, publish_at: FUTURE }],
  [{ published_at: null, publish_at: null }],
])('%o is accepted', (input) => {
  expect(findDateProblem(input, NOW)).toBeUndefined();
});

test('a scheduled post gets exactly its time, unless it was public before', () => {
  const at = { ...scheduled, publish_at: FUTURE };
  const expected = { published: true, publish_at: null, send_when_published: false };
  expect(publishAsScheduled(at, false)).toEqual({ ...expected, published_at: FUTURE });
  expect(publishAsScheduled({ ...at, published_at: PAST }, true)).toEqual({
    ...expected,
    published_at: PAST,
  });
  expect(publishAsScheduled(at, true)).toEqual({ ...expected, published_at: FUTURE });
});

test('a post restored from the trash is still scheduled before its time, and a draft after it', () => {
  for (const send_when_published of [false, true]) {
    const sent = { ...scheduled, send_when_published };
    expect(restoreDates(sent, NOW)).toEqual(sent);
    expect(restoreDates(sent, FUTURE)).toEqual(never);
  }
  expect(restoreDates(published, NOW)).toEqual(published);
});
