import type { AdminPostSummary } from '@longhand/contract/posts';
import { expect, test } from 'vitest';
import { type ListView, readView, sortedBy, viewPosts, writeView } from './post-list.ts';

function post(title: string, published: boolean, day: number): AdminPostSummary {
  const at = `2026-01-0${day}T00:00:00.000Z`;
  return {
    id: title,
    slug: title,
    title,
    excerpt: `About ${title}`,
    tags: ['Größe'],
    meta_title: null,
    meta_description: null,
    published,
    featured_image: null,
    featured_image_alt: null,
    created_at: at,
    updated_at: at,
    published_at: null,
    publish_at: null,
    reading_minutes: 1,
    version: 1,
  };
}

const POSTS = [post('beta', true, 1), post('Alpha', false, 3), post('gamma', true, 2)];
const ALL: ListView = { shown: 'all', query: '', sortBy: 'created', descending: true };

function titles(view: Partial<ListView>): string[] {
  return viewPosts(POSTS, { ...ALL, ...view }).map(({ title }) => title);
}

test('the newest post comes first, and each column sorts both ways', () => {
  expect(titles({})).toEqual(['Alpha', 'gamma', 'beta']);
  expect(titles({ descending: false })).toEqual(['beta', 'gamma', 'Alpha']);
  expect(titles({ sortBy: 'title', descending: false })).toEqual(['Alpha', 'beta', 'gamma']);
  expect(titles({ sortBy: 'status', descending: true })[0]).toBe('Alpha');
});

test('status filter and search select the matching posts', () => {
  expect(titles({ shown: 'draft' })).toEqual(['Alpha']);
  expect(titles({ shown: 'published' })).toEqual(['gamma', 'beta']);
  expect(titles({ query: ' ALPHA ' })).toEqual(['Alpha']);
  expect(titles({ query: 'grösse' })).toEqual(['Alpha', 'gamma', 'beta']);
  expect(titles({ query: 'nothing' })).toEqual([]);
});

test('the URL holds the view, without the default values', () => {
  expect(writeView(ALL).toString()).toBe('');
  const view: ListView = { shown: 'trash', query: 'a&b', sortBy: 'title', descending: true };
  expect(readView(writeView(view))).toEqual(view);
  expect(readView(new URLSearchParams('show=toString&sort=constructor'))).toEqual(ALL);
});

test('sorting by the same column again reverses the order', () => {
  const byTitle = sortedBy(ALL, 'title');
  expect(byTitle).toMatchObject({ sortBy: 'title', descending: false });
  expect(sortedBy(byTitle, 'title')).toMatchObject({ descending: true });
  expect(sortedBy(byTitle, 'created')).toMatchObject({ sortBy: 'created', descending: true });
});
