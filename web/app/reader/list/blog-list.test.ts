import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { onlySummary, summarise, toCard } from '../ui/summary.ts';
import {
  applyFilter,
  filterPosts,
  NO_FILTER,
  readFilter,
  toAllPosts,
  toListed,
  toLoadedPosts,
  withAllPosts,
  writeFilter,
} from './blog-list.ts';

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
    publish_at: null,
    send_when_published: false,
    language: null,
    translation_of: null,
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
const titles = (posts: readonly { title: string }[]) => posts.map(({ title }) => title);

test('a list is filtered by text and by topic, ignoring case', () => {
  const { posts } = toAllPosts(POSTS);
  expect(titles(filterPosts(posts, { query: 'HIDDEN WORD', tag: '' }))).toEqual(['One']);
  expect(titles(filterPosts(posts, { query: '', tag: 'finance' }))).toEqual(['One', 'Two']);
  expect(titles(filterPosts(posts, { query: 't', tag: 'STRASSE' }))).toEqual(['Two']);
  expect(titles(filterPosts(posts, { query: '<b>', tag: '' }))).toEqual([]);
});

test('a server result is exact for its own filter only', () => {
  const hidden = { query: 'hidden', tag: '' };
  const loaded = toLoadedPosts(hidden, { posts: POSTS.slice(0, 1), next: null });
  expect(JSON.stringify(loaded)).not.toContain('word');
  expect(applyFilter(loaded, { query: ' hidden', tag: '' })).toEqual({
    posts: loaded.posts,
    exact: true,
  });
  expect(applyFilter(loaded, { query: 'hidden w', tag: '' })).toEqual({ posts: [], exact: false });
  expect(applyFilter(loaded, { query: 'one', tag: '' })).toEqual({
    posts: loaded.posts,
    exact: false,
  });
});

test('with all posts loaded every filter is exact; with one page only its own', () => {
  const page = toLoadedPosts(NO_FILTER, { posts: POSTS, next: 'cursor' });
  expect(applyFilter(page, NO_FILTER).exact).toBe(true);
  expect(applyFilter(page, { query: '', tag: 'finance' }).exact).toBe(false);
  expect(titles(applyFilter(page, { query: '', tag: 'finance' }).posts)).toEqual(['One', 'Two']);
  const all = toAllPosts(POSTS);
  expect(titles(applyFilter(all, { query: 'hidden', tag: 'Finance' }).posts)).toEqual(['One']);
  expect(applyFilter(all, { query: 'hidden', tag: 'Finance' }).exact).toBe(true);
});

test('the excerpt of a card is cut', () => {
  const long = toCard(post({ excerpt: 'word '.repeat(1_000) }));
  expect(long.excerpt).toMatch(/^(word )+…$/);
  expect(long.excerpt.length).toBeLessThan(290);
  expect(toCard(post({ excerpt: 'short' })).excerpt).toBe('short');
});

test('a filter survives the round trip through the URL', () => {
  const filter = { query: 'a & b', tag: 'C++' };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter({ query: '', tag: '' }).toString()).toBe('');
});

test('a summary has no fields of the listed post beyond its own', () => {
  const listed = toListed(POSTS[0] as Post);
  expect(listed.searchText).toContain('HIDDEN');
  expect(onlySummary(listed)).toEqual(summarise(POSTS[0] as Post));
  expect(JSON.stringify(onlySummary(listed))).not.toMatch(/hidden/i);
});

test('a filter in the address has no characters that the API refuses', () => {
  expect(readFilter(new URLSearchParams('tag=a%00b'))).toEqual({ query: '', tag: 'ab' });
  const cut = readFilter(new URLSearchParams({ q: `${'x'.repeat(199)}😀` }));
  expect(cut.query).toBe('x'.repeat(199));
});

test('a list that is shown does not move when all posts are loaded', () => {
  const named = (...titles: string[]) => titles.map((title) => post({ title }));
  const titles = (shown: string[], all: string[], filter = NO_FILTER) =>
    withAllPosts(
      toLoadedPosts(filter, { posts: named(...shown), next: 'next' }),
      named(...all),
    ).posts.map(({ title }) => title);
  expect(titles(['c', 'b'], ['c', 'b', 'a'])).toEqual(['c', 'b', 'a']);
  // Published meanwhile, and deleted meanwhile.
  expect(titles(['c', 'b'], ['d', 'c', 'b', 'a'])).toEqual(['c', 'b', 'a']);
  expect(titles(['c', 'b'], ['c', 'a'])).toEqual(['c', 'b', 'a']);
  expect(titles([], ['b', 'a'])).toEqual(['b', 'a']);
  expect(titles(['a'], ['c', 'b', 'a'], { query: 'a', tag: '' })).toEqual(['c', 'b', 'a']);
});
