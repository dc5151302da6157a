import type { Post } from '@longhand/contract/posts';
import { expect, test } from 'vitest';
import {
  answer,
  filterPosts,
  NO_FILTER,
  readFilter,
  toAnswered,
  toListed,
  toWhole,
  writeFilter,
} from './blog-list.ts';
import { onlySummary, summarise, toCard } from './summary.ts';

function post(fields: Partial<Post>): Post {
  return {
    id: fields.title ?? 'id',
    slug: 'slug',
    title: 'Title',
    content: '<p>Content</p>',
    excerpt: 'Excerpt',
    tags: [],
    meta_title: null,
    meta_description: null,
    published: true,
    featured_image: null,
    featured_image_alt: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    published_at: '2026-01-02T00:00:00.000Z',
    reading_minutes: 1,
    version: 1,
    ...fields,
  };
}

const POSTS = [
  post({ title: 'One', tags: ['Finance'], content: '<p>the <b>hidden</b> word</p>' }),
  post({ title: 'Two', tags: ['Straße', 'Finance'] }),
  post({ title: 'Three', tags: ['Design'] }),
];
const titles = (posts: readonly { title: string }[]) => posts.map((each) => each.title);

test('a list is filtered by text and by topic, whatever the case', () => {
  const { posts } = toWhole(POSTS);
  expect(titles(filterPosts(posts, { query: 'HIDDEN WORD', tag: '' }))).toEqual(['One']);
  expect(titles(filterPosts(posts, { query: '', tag: 'finance' }))).toEqual(['One', 'Two']);
  expect(titles(filterPosts(posts, { query: 't', tag: 'STRASSE' }))).toEqual(['Two']);
  expect(titles(filterPosts(posts, { query: '<b>', tag: '' }))).toEqual([]);
});

test('what the server found is the answer to its query, and to no other', () => {
  const hidden = { query: 'hidden', tag: '' };
  const found = toAnswered(hidden, { posts: POSTS.slice(0, 1), next: null });
  expect(JSON.stringify(found)).not.toContain('word');
  expect(answer(found, { query: ' hidden', tag: '' })).toEqual({
    posts: found.posts,
    answered: true,
  });
  expect(answer(found, { query: 'hidden w', tag: '' })).toEqual({ posts: [], answered: false });
  expect(answer(found, { query: 'one', tag: '' })).toEqual({ posts: found.posts, answered: false });
});

test('all posts with their texts answer every query; a part of them only its own', () => {
  const part = toAnswered(NO_FILTER, { posts: POSTS, next: 'cursor' });
  expect(answer(part, NO_FILTER).answered).toBe(true);
  expect(answer(part, { query: '', tag: 'finance' }).answered).toBe(false);
  expect(titles(answer(part, { query: '', tag: 'finance' }).posts)).toEqual(['One', 'Two']);
  const whole = toWhole(POSTS);
  expect(titles(answer(whole, { query: 'hidden', tag: 'Finance' }).posts)).toEqual(['One']);
  expect(answer(whole, { query: 'hidden', tag: 'Finance' }).answered).toBe(true);
});

test('a card has no more of an excerpt than it shows', () => {
  const long = toCard(post({ excerpt: 'word '.repeat(1_000) }));
  expect(long.excerpt).toMatch(/^(word )+…$/);
  expect(long.excerpt.length).toBeLessThan(290);
  expect(toCard(post({ excerpt: 'short' })).excerpt).toBe('short');
});

test('a filter goes into the address and comes back', () => {
  const filter = { query: 'a & b', tag: 'C++' };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter({ query: '', tag: '' }).toString()).toBe('');
});

test('a summary holds nothing else, however it came about', () => {
  const listed = toListed(POSTS[0] as Post);
  expect(listed.searchText).toContain('HIDDEN');
  expect(onlySummary(listed)).toEqual(summarise(POSTS[0] as Post));
  expect(JSON.stringify(onlySummary(listed))).not.toMatch(/hidden/i);
});
