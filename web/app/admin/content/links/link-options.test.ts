import type { ListedPage } from '@longhand/contract/pages/pages';
import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { linkOptions, searchText } from './link-options.ts';

function post(title: string, fields: Partial<AdminPostSummary> = {}): AdminPostSummary {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  return { title, slug, published: true, publish_at: null, ...fields } as AdminPostSummary;
}

function page(slug: string, title: string): ListedPage {
  return { slug, title } as ListedPage;
}

test('those with the words at the start of the title come first, and few of many are shown', () => {
  const posts = ['Other words', 'My steady tea', 'Green tea', 'Team', ...Array(20).fill('Tea')];
  const found = linkOptions({ posts: posts.map((title) => post(title)), pages: [] }, 'TEA');
  expect(found.map(({ title }) => title)).toEqual(['Team', ...Array(7).fill('Tea')]);
  const few = linkOptions(
    { posts: posts.slice(0, 4).map((title) => post(title)), pages: [] },
    'tea',
  );
  expect(few.map(({ title }) => title)).toEqual([
    'Team',
    'My steady tea',
    'Green tea',
    'Other words',
  ]);
});

test('an option has its address, and says what readers cannot open', () => {
  const posts = [
    post('Tea one'),
    post('Tea two', { published: false }),
    post('Tea three', { published: false, publish_at: '2030-01-01T00:00:00.000Z' }),
  ];
  const pages = [page('tea', 'Our tea'), page('about', 'About')];
  expect(linkOptions({ posts, pages }, 'tea')).toEqual([
    { href: '/blog/tea-one', title: 'Tea one', note: null },
    { href: '/blog/tea-two', title: 'Tea two', note: 'Draft' },
    { href: '/blog/tea-three', title: 'Tea three', note: 'Scheduled' },
    { href: '/tea', title: 'Our tea', note: 'Page' },
  ]);
});

test.each([
  [' green tea ', 'green tea'],
  ['about', 'about'],
  ['what is v1.2', 'what is v1.2'],
  ['茶', '茶'],
  ['a', ''],
  ['', ''],
  ['https', ''],
  ['https://exa', ''],
  ['mailto:a', ''],
  ['example.org', ''],
  ['example.org/page', ''],
  ['anna@exam', ''],
  ['/about', ''],
  ['#part', ''],
])('for “%s” it searches “%s”', (typed, expected) => {
  expect(searchText(typed)).toBe(expected);
});
