import { expect, test } from 'vitest';
import { countYears } from './archive-years.ts';
import { byMonth } from './by-month.ts';

const POSTS = [
  '2026-02-01T00:30:00.000Z',
  '2026-01-31T12:00:00.000Z',
  '2026-01-01T02:00:00.000Z',
  '1969-07-20T20:17:00.000Z',
].map((date, number) => ({
  slug: `post-${number}`,
  title: `Post ${number}`,
  date,
  published_at: date,
}));

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

test('months are those of the time zone, in the language of the site and its calendar', () => {
  const months = (timeZone: string, language: string) =>
    byMonth(POSTS.slice(0, 3), { timeZone, language }).map(({ month, posts }) => [
      month,
      posts.length,
    ]);
  expect(months('UTC', 'en-US')).toEqual([
    ['February', 1],
    ['January', 2],
  ]);
  expect(months('America/New_York', 'de')).toEqual([
    ['Januar', 2],
    ['Dezember', 1],
  ]);
  expect(months('UTC', 'fa')).toEqual([
    ['فوریه', 1],
    ['ژانویه', 2],
  ]);
});
