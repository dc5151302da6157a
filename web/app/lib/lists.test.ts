import type { Post } from '@longhand/contract/posts';
import { expect, test } from 'vitest';
import {
  filterPosts,
  firstPage,
  isAnswered,
  readFilter,
  toListed,
  writeFilter,
} from './blog-list.ts';
import { onlySummary, relatedPosts, summarise } from './summary.ts';

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
  const page = { posts: POSTS.map(toListed), tags: [], found: null };
  expect(titles(filterPosts(page, { query: 'HIDDEN WORD', tag: '' }))).toEqual(['One']);
  expect(titles(filterPosts(page, { query: '', tag: 'finance' }))).toEqual(['One', 'Two']);
  expect(titles(filterPosts(page, { query: 't', tag: 'STRASSE' }))).toEqual(['Two']);
  expect(titles(filterPosts(page, { query: '<b>', tag: '' }))).toEqual([]);
});

test('the first page carries no bodies, but what the server found in them', () => {
  const page = firstPage(POSTS, [], 'hidden');
  expect(JSON.stringify(page)).not.toContain('word');
  expect(titles(filterPosts(page, { query: 'hidden', tag: '' }))).toEqual(['One']);
  expect(isAnswered(page, { query: 'hidden', tag: '' })).toBe(true);
  expect(isAnswered(page, { query: 'hidden w', tag: '' })).toBe(false);
  expect(firstPage(POSTS, [], ' ').found).toBeNull();
});

test('a filter goes into the address and comes back', () => {
  const filter = { query: 'a & b', tag: 'C++' };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter({ query: '', tag: '' }).toString()).toBe('');
});

test('related posts share topics, those with the most first, never the post itself', () => {
  const [one, two, three] = POSTS as [Post, Post, Post];
  const both = post({ title: 'Both', tags: ['Finance', 'Straße'] });
  expect(titles(relatedPosts(two, [one, two, three, both]))).toEqual(['Both', 'One']);
  expect(relatedPosts(three, POSTS)).toEqual([]);
});

test('a summary holds nothing else, however it came about', () => {
  const listed = toListed(POSTS[0] as Post);
  expect(listed.searchText).toContain('HIDDEN');
  expect(onlySummary(listed)).toEqual(summarise(POSTS[0] as Post));
  expect(JSON.stringify(onlySummary(listed))).not.toMatch(/hidden/i);
});
