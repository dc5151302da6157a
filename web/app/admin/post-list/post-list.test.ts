import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import type { WorkingCopySummary } from '@longhand/contract/working-copies';
import { expect, test } from 'vitest';
import {
  countInTrash,
  editedAt,
  type Found,
  type ListView,
  NOTHING_FOUND,
  readView,
  sortedBy,
  statusNote,
  statusOf,
  topicsOf,
  viewPosts,
  withViews,
  withWorkingCopies,
  writeView,
} from './post-list.ts';

const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`;

function post(
  title: string,
  published: boolean,
  created: number,
  fields: Partial<AdminPostSummary> = {},
): AdminPostSummary {
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
    created_at: day(created),
    updated_at: day(created),
    published_at: null,
    publish_at: null,
    send_when_published: false,
    language: null,
    translation_of: null,
    reading_minutes: 1,
    version: 1,
    ...fields,
  };
}

function copy(id: string, fields: Partial<WorkingCopySummary>): WorkingCopySummary {
  const at = day(8);
  return {
    ...{ id, post_id: id, base_version: 1, version: 1, title: id, created_at: at, updated_at: at },
    first_words: '',
    ...fields,
  };
}

const POSTS = [post('beta', true, 1), post('Alpha', false, 3), post('gamma', true, 2)];
const ALL: ListView = { shown: 'all', query: '', tag: '', sortBy: 'created', descending: true };

function titles(view: Partial<ListView>, posts: readonly AdminPostSummary[] = POSTS): string[] {
  return viewPosts(posts, { ...ALL, ...view }).matches.map(({ title }) => title);
}

test('the newest post comes first, and each column sorts both ways', () => {
  expect(titles({})).toEqual(['Alpha', 'gamma', 'beta']);
  expect(titles({ descending: false })).toEqual(['beta', 'gamma', 'Alpha']);
  expect(titles({ sortBy: 'title', descending: false })).toEqual(['Alpha', 'beta', 'gamma']);
  expect(titles({ sortBy: 'status', descending: true })[0]).toBe('Alpha');
});

test('posts sort by views, the most read first', () => {
  const counts = new Map([
    ['beta', 12],
    ['gamma', 3],
  ]);
  const titles = (descending: boolean) =>
    viewPosts(withViews(POSTS, counts), { ...ALL, sortBy: 'views', descending }).matches.map(
      ({ title, views }) => `${title} ${views}`,
    );
  expect(titles(true)).toEqual(['beta 12', 'gamma 3', 'Alpha 0']);
  expect(titles(false)).toEqual(['Alpha 0', 'gamma 3', 'beta 12']);
  expect(sortedBy(ALL, 'views').descending).toBe(true);
  expect(withViews(POSTS, undefined)).toBe(POSTS);
});

test('posts sort by the dates of the last change and of publishing, those without one last', () => {
  const posts = [
    post('a', true, 1, { updated_at: day(5), published_at: day(2) }),
    post('b', false, 2, { published_at: day(1) }),
    post('c', true, 3, { published_at: day(4) }),
  ];
  expect(titles({ sortBy: 'edited' }, posts)).toEqual(['a', 'c', 'b']);
  expect(titles({ sortBy: 'edited', descending: false }, posts)).toEqual(['b', 'c', 'a']);
  expect(titles({ sortBy: 'published' }, posts)).toEqual(['c', 'a', 'b']);
  expect(titles({ sortBy: 'published', descending: false }, posts)).toEqual(['a', 'c', 'b']);
});

test('status filter and search select the matching posts', () => {
  expect(titles({ shown: 'draft' })).toEqual(['Alpha']);
  expect(titles({ shown: 'published' })).toEqual(['gamma', 'beta']);
  expect(titles({ query: ' ALPHA ' })).toEqual(['Alpha']);
  expect(titles({ query: 'grösse' })).toEqual(['Alpha', 'gamma', 'beta']);
  expect(titles({ query: 'nothing' })).toEqual([]);
});

test('a scheduled post is neither published nor a draft, and sorts between them', () => {
  const posts = [...POSTS, post('later', false, 4, { publish_at: day(9) })];
  expect(titles({ shown: 'scheduled' }, posts)).toEqual(['later']);
  expect(titles({ shown: 'draft' }, posts)).toEqual(['Alpha']);
  expect(titles({ shown: 'published' }, posts)).toEqual(['gamma', 'beta']);
  expect(titles({ sortBy: 'status', descending: false }, posts).slice(2)).toEqual([
    'later',
    'Alpha',
  ]);
});

/** The labels of the groups, each with what is in it. */
function groups(view: Partial<ListView>, found: Partial<Found>) {
  const listed = viewPosts(POSTS, { ...ALL, ...view }, { ...NOTHING_FOUND, ...found });
  return listed.groups.map(({ label, posts }) => [label, ...posts.map(({ id }) => id)]);
}

test('what is found in texts comes after the other matches, sorted and filtered like them', () => {
  const found = { inText: new Set(['gamma', 'Alpha', 'beta', 'unknown']) };
  expect(titles({ query: 'beta' })).toEqual(['beta']);
  expect(groups({ query: 'beta' }, found)).toEqual([['Found in the text', 'Alpha', 'gamma']]);
  expect(groups({ query: 'beta', shown: 'published' }, found)).toEqual([
    ['Found in the text', 'gamma'],
  ]);
  expect(groups({}, found)).toEqual([]);
});

test('a search says what was found in private changes, and how much in the trash', () => {
  const found = { inText: new Set(['gamma', 'a']), inChanges: new Set(['Alpha', 'gamma', 'b']) };
  expect(groups({ query: 'beta' }, found)).toEqual([
    ['Found in the text', 'gamma'],
    ['Found in private changes', 'Alpha'],
  ]);
  const trash = ['a', 'b', 'c', 'beta (deleted)'].map((title) => ({
    ...post(title, false, 1),
    deleted_at: day(9),
  }));
  const count = (view: Partial<ListView>) => countInTrash(trash, { ...ALL, ...view }, found);
  expect(count({ query: 'beta' })).toBe(3);
  expect(count({ query: 'beta', shown: 'published' })).toBe(3);
  expect(count({ query: 'beta', tag: 'Other' })).toBe(0);
  expect(count({ query: 'beta', shown: 'trash' })).toBe(0);
  expect(count({})).toBe(0);
});

test('the filter by topic ignores case, and topics are counted', () => {
  const posts = [
    post('a', true, 1, { tags: ['Kitchen', 'Bread'] }),
    post('b', false, 2, { tags: ['kitchen'] }),
    post('c', false, 3, { tags: ['Kitchen'] }),
  ];
  expect(titles({ tag: 'KITCHEN' }, posts)).toEqual(['c', 'b', 'a']);
  expect(titles({ tag: 'kitch' }, posts)).toEqual([]);
  expect(topicsOf(posts)).toEqual([
    { tag: 'Bread', count: 1 },
    { tag: 'Kitchen', count: 3 },
  ]);
});

test('working copies mark their posts, and those without a post are drafts of their own', () => {
  const copies = [
    copy('beta', { updated_at: day(9) }),
    copy('Alpha', { title: 'Alpha, renamed' }),
    copy('key-1', { post_id: null, title: ' ' }),
    copy('key-2', { post_id: null, title: 'Begun' }),
    copy('key-3', { post_id: null, title: '', first_words: 'It was a dark' }),
  ];
  const posts = withWorkingCopies(POSTS, copies);
  const saved = posts.slice(0, POSTS.length);
  expect(saved.map(statusNote)).toEqual([' · private changes', '', '']);
  expect(saved.map(editedAt)).toEqual([day(9), day(8), day(2)]);
  const unsaved = posts.slice(POSTS.length);
  expect(unsaved.map(({ id, title }) => [id, title])).toEqual([
    ['key-1', 'Untitled'],
    ['key-2', 'Begun'],
    ['key-3', 'It was a dark'],
  ]);
  expect(unsaved.map(statusNote)).toEqual(['', '', '']);
  expect(unsaved.map(statusOf)).toEqual(['draft', 'draft', 'draft']);
  expect(viewPosts(posts, { ...ALL, sortBy: 'edited' }).matches[0]?.id).toBe('beta');
  expect(withWorkingCopies(posts, copies.slice(0, 3))).toHaveLength(POSTS.length + 1);
});

test('a draft has the title that it is being given, a public post the one that readers see', () => {
  const copies = [copy('Alpha', { title: 'New' }), copy('beta', { title: 'New' })];
  const titlesWith = (list: WorkingCopySummary[]) =>
    withWorkingCopies(POSTS, list).map(({ title }) => title);
  expect(titlesWith(copies)).toEqual(['beta', 'New', 'gamma']);
  expect(titlesWith([copy('Alpha', { title: ' ' })])).toEqual(['beta', 'Alpha', 'gamma']);
});

test('the URL holds the view, without the default values', () => {
  expect(writeView(ALL).toString()).toBe('');
  const view: ListView = {
    ...{ shown: 'trash', query: 'a&b', tag: 'c d', sortBy: 'edited', descending: false },
  };
  expect(readView(writeView(view))).toEqual(view);
  expect(readView(new URLSearchParams('show=toString&sort=constructor'))).toEqual(ALL);
});

test('sorting by the same column again reverses the order', () => {
  const byTitle = sortedBy(ALL, 'title');
  expect(byTitle).toMatchObject({ sortBy: 'title', descending: false });
  expect(sortedBy(byTitle, 'title')).toMatchObject({ descending: true });
  expect(sortedBy(byTitle, 'created')).toMatchObject({ sortBy: 'created', descending: true });
  expect(sortedBy(byTitle, 'edited')).toMatchObject({ sortBy: 'edited', descending: true });
});
