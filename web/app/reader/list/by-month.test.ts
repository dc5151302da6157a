import { expect, test } from 'vitest';
import { byMonth } from './by-month.ts';

const POSTS = [
  '2026-02-01T00:30:00.000Z',
  '2026-01-31T12:00:00.000Z',
  '2026-01-01T02:00:00.000Z',
].map((published_at, number) => ({
  slug: `post-${number}`,
  title: `Post ${number}`,
  published_at,
}));

test('months are those of the time zone, in the language of the site and its calendar', () => {
  const months = (timeZone: string, language: string) =>
    byMonth(POSTS, { timeZone, language }).map(({ month, posts }) => [month, posts.length]);
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
