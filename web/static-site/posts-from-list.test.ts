import type { PublicPost } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { partOf } from './posts-from-list.ts';

function post(slug: string, published_at: string, tags: string[], content = ''): PublicPost {
  return { slug, title: slug, excerpt: '', published_at, tags, content } as unknown as PublicPost;
}

const SAME = '2020-01-02T00:00:00.000Z';
const ALL = [
  post('a', '2020-01-03T00:00:00.000Z', ['One', 'Two'], '<p>Beans</p>'),
  post('b', SAME, ['ONE']),
  post('c', SAME, ['Three'], '<p>Be<b>an</b>s too</p>'),
  post('d', '1969-01-01T00:00:00.000Z', ['two', 'one']),
];
const slugs = (query: object) =>
  partOf(ALL, query).posts.map((found) => 'slug' in found && found.slug);

test('pages follow one another, also with the same date', () => {
  const seen: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { posts, next } = partOf(ALL, { limit: 1, ...(cursor && { cursor }) });
    seen.push(...posts.map((found) => 'slug' in found && found.slug));
    cursor = next;
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

test('a cursor is the one that the API gives', () => {
  expect(partOf(ALL, { limit: 2 }).next).toBe(String(Date.parse(SAME) * 1_000 + 1));
});

test('topics, searches and related posts are found', () => {
  expect(slugs({ tag: 'one' })).toEqual(['a', 'b', 'd']);
  expect(slugs({ q: 'beans' })).toEqual(['a', 'c']);
  expect(slugs({ q: 'beans', tag: 'three' })).toEqual(['c']);
  expect(slugs({ related: 'd' })).toEqual(['a', 'b']);
  expect(partOf(ALL, { view: 'summary', limit: 1 }).posts[0]).not.toHaveProperty('content');
});
