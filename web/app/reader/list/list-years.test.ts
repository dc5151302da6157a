import { expect, test } from 'vitest';
import { countYears } from './list-years.ts';

const POSTS = [
  '2026-02-01T00:30:00.000Z',
  '2026-01-31T12:00:00.000Z',
  '2026-01-01T02:00:00.000Z',
  '1969-07-20T20:17:00.000Z',
].map((date) => ({ date }));

test('posts are counted by year, in the time zone of the site', () => {
  expect(countYears(POSTS, 'UTC')).toEqual([
    { year: 2026, posts: 3 },
    { year: 1969, posts: 1 },
  ]);
  expect(countYears(POSTS, 'America/New_York')).toEqual([
    { year: 2026, posts: 2 },
    { year: 2025, posts: 1 },
    { year: 1969, posts: 1 },
  ]);
  expect(countYears([], 'UTC')).toEqual([]);
});
