import { type Post, postDefaults } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { compare, compareCopy, judge, judgeCopy, type Known } from './after-kill.ts';
import type { Found } from './stored-state.ts';

const post: Post = {
  ...postDefaults('2026-01-01T00:00:00.000Z'),
  id: '0190',
  slug: 'a-post',
  title: 'A post',
  content: '<p>second</p>',
  excerpt: 'It is short',
  tags: ['one', 'two'],
  published: true,
  updated_at: '2026-01-02T00:00:00.000Z',
  published_at: '2026-01-01T00:00:00.000Z',
  version: 2,
};
const first: Post = { ...post, content: '<p>first</p>', version: 1 };
const known: Known = { post, inTrash: false, history: [first] };

function seen(changes: Partial<Found> = {}): Found {
  const found = { ...known, ...changes };
  const isPublic = found.post.published && !found.inTrash;
  const status = isPublic ? 200 : 404;
  const apiVersion = isPublic ? found.post.version : null;
  return { api: status, page: status, apiVersion, foundBySearch: isPublic, ...found };
}

const input = { title: 'Third', content: '<p>third</p>', excerpt: 'It is short', tags: ['one'] };
const third: Post = { ...post, ...input, version: 3, updated_at: '2026-01-03T00:00:00.000Z' };
const history = [first, post];

test('a post as acknowledged has no problems', () => {
  expect(compare(known, seen())).toEqual([]);
});

test('a lost post, a lost update, a lost field, and a lost version of the history are reported', () => {
  expect(compare(known, undefined)).toEqual(['it is gone']);
  expect(compare(known, seen({ post: first, history: [] })).join()).toContain(
    'version 2 was acknowledged, but 1 is there',
  );
  expect(compare(known, seen({ post: { ...post, tags: ['one'] } }))).toHaveLength(1);
  expect(compare(known, seen({ history: [] })).join()).toContain('history');
});

test('a lost deletion and a lost restore are reported', () => {
  expect(compare({ ...known, inTrash: true }, seen())).toEqual(['it is not in the trash']);
  expect(compare(known, seen({ inTrash: true }))).toEqual(['it is in the trash']);
});

test('a page, an API or a search that shows another state is reported', () => {
  expect(compare(known, seen({ page: 404 }))).toEqual(['its page answers 404 instead of 200']);
  expect(compare(known, seen({ apiVersion: 1 }))).toEqual(['the API answers another version']);
  expect(compare(known, seen({ foundBySearch: false }))).toEqual(['the search does not find it']);
  const draft = { ...post, published: false };
  expect(compare({ ...known, post: draft }, seen({ post: draft, api: 200 }))).toEqual([
    'the API answers 200 instead of 404',
  ]);
});

test('an unanswered update is complete or absent', () => {
  const write = { kind: 'update', before: known, input } as const;
  expect(judge(write, seen()).outcome).toBe('absent');
  expect(judge(write, seen({ post: third, history })).outcome).toBe('complete');
});

test('a partial update is reported: some fields, no earlier version, another search', () => {
  const write = { kind: 'update', before: known, input } as const;
  const mixed = { ...third, content: post.content };
  expect(judge(write, seen({ post: mixed, history })).outcome).toBe('partial');
  expect(judge(write, seen({ post: third })).problems).toContain('its history does not fit');
  expect(judge(write, seen({ post: third, history, foundBySearch: false })).outcome).toBe(
    'partial',
  );
  expect(judge(write, undefined).outcome).toBe('partial');
});

test('an unanswered creation is complete or absent, never without its tags', () => {
  const write = { kind: 'create', input } as const;
  const created = { ...third, version: 1 };
  expect(judge(write, undefined).outcome).toBe('absent');
  expect(judge(write, seen({ post: created, history: [] })).outcome).toBe('complete');
  expect(judge(write, seen({ post: { ...created, tags: [] }, history: [] })).outcome).toBe(
    'partial',
  );
});

test('an unanswered deletion is complete or absent, never both and never neither', () => {
  const write = { kind: 'delete', before: known } as const;
  expect(judge(write, seen()).outcome).toBe('absent');
  expect(judge(write, seen({ inTrash: true })).outcome).toBe('complete');
  expect(judge(write, undefined).outcome).toBe('partial');
  expect(judge(write, seen({ inTrash: true, history: [] })).outcome).toBe('partial');
});

const copy = {
  id: 'a-key',
  post_id: null,
  base_version: 0,
  version: 7,
  form: { title: 'Half a sen' },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

test('a lost working copy, version or form is reported', () => {
  expect(compareCopy(copy, copy)).toBeUndefined();
  expect(compareCopy(copy, undefined)).toBe('it is gone');
  for (const lost of [{ version: 6 }, { form: { title: 'Half' } }])
    expect(compareCopy(copy, { ...copy, ...lost })).toContain('version 7 was acknowledged');
});

test('an unanswered working copy is complete or absent', () => {
  const sent = { base_version: 0, form: { title: 'Half a sentence' } };
  const write = { kind: 'working copy', id: copy.id, replaced: copy, input: sent } as const;
  const done = { ...copy, ...sent, version: 8 };
  expect(judgeCopy(write, copy).outcome).toBe('absent');
  expect(judgeCopy(write, done).outcome).toBe('complete');
  expect(judgeCopy(write, { ...done, version: 7 }).outcome).toBe('partial');
  expect(judgeCopy(write, { ...done, form: {} }).outcome).toBe('partial');
  expect(judgeCopy(write, undefined).outcome).toBe('partial');
  const first = { ...write, replaced: undefined };
  expect(judgeCopy(first, undefined).outcome).toBe('absent');
  expect(judgeCopy(first, done).outcome).toBe('complete');
});
