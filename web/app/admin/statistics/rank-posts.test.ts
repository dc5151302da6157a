import { expect, test } from 'vitest';
import { partOf, rankPosts } from './rank-posts.ts';

const post = (id: string, views: number, finished = 0) => ({
  ...{ id, title: id, slug: id },
  ...{ views, visitors: views, finished },
});

const POSTS = [post('a', 50, 5), post('b', 40, 20), post('c', 10, 0)];
const names = (...parameters: Parameters<typeof rankPosts>) =>
  rankPosts(...parameters).map(({ id }) => id);

test('posts are ranked by views, and by views that reached the end', () => {
  expect(names(POSTS, [], 'views')).toEqual(['a', 'b', 'c']);
  expect(names(POSTS, [], 'finished')).toEqual(['b', 'a']);
});

test('rising are those with more views than before, most first', () => {
  const before = [post('a', 60), post('b', 35)];
  expect(rankPosts(POSTS, before, 'change').map(({ id, change }) => [id, change])).toEqual([
    ['c', 10],
    ['b', 5],
  ]);
  expect(rankPosts(POSTS, before, 'views')[0]?.change).toBe(-10);
});

test('without days before, nothing rises', () => {
  expect(names(POSTS, undefined, 'change')).toEqual([]);
});

test('a part is in whole percents', () => {
  expect([partOf(1, 3), partOf(0, 5), partOf(0, 0)]).toEqual(['33%', '0%', '']);
});
