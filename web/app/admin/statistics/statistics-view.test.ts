import { expect, test } from 'vitest';
import { readView, statisticsAddress } from './statistics-view.ts';

const TODAY = '2026-11-19';
const ID = '01890000-0000-7000-8000-000000000000';
const read = (search: string) => readView(new URLSearchParams(search), TODAY);
const LAST_30 = { from: '2026-10-21', to: TODAY };

test('without anything in the address, the last 30 days of all posts are shown', () => {
  expect(read('')).toEqual({ range: LAST_30, unit: null, post: null });
});

test('the address says range, unit and post', () => {
  expect(read(`from=2026-01-01&to=2026-01-31&by=week&post=${ID}`)).toEqual({
    range: { from: '2026-01-01', to: '2026-01-31' },
    unit: 'week',
    post: ID,
  });
});

test('a post alone is shown since it was published, like all days', () => {
  expect(read(`post=${ID}`)).toMatchObject({ range: null, post: ID });
  expect(read('from=all')).toMatchObject({ range: null, post: null });
});

test.each([
  ['from=2026-02-30&to=soon', LAST_30],
  ['from=2026-11-01', { from: '2026-11-01', to: TODAY }],
  ['to=2026-01-31', { from: '2026-01-02', to: '2026-01-31' }],
  ['from=2026-01-31&to=2026-01-01', { from: '2026-01-01', to: '2026-01-31' }],
  ['by=hour', LAST_30],
  ['post=nope', LAST_30],
  ['from=0001-01-01', LAST_30],
])('%s becomes a range', (search, range) => {
  expect(read(search)).toEqual({ range, unit: null, post: null });
});

test.each([
  '',
  'from=all',
  'from=2026-01-01&to=2026-01-31&by=month',
  `post=${ID}`,
  `from=all&post=${ID}`,
])('the address with "%s" can be written again', (search) => {
  const view = read(search);
  expect(readView(new URL(statisticsAddress(view), 'http://x').searchParams, TODAY)).toEqual(view);
});
