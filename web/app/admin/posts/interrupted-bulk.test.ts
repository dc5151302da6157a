import { expect, test } from 'vitest';
import type { BulkChange } from './bulk-words.ts';
import { findInterrupted, interruptedQuestion } from './interrupted-bulk.ts';
import type { ListedPost } from './post-list.ts';

function post(id: string, fields: Partial<ListedPost> = {}): ListedPost {
  return { id, title: id, tags: [], published: false, publish_at: null, ...fields } as ListedPost;
}

const POSTS = [post('a'), post('b', { published: true, tags: ['Kitchen'] }), post('c')];

function left(change: BulkChange, ids: readonly string[], done = 0) {
  const { done: nowDone, posts } = findInterrupted({ change, done, left: ids }, POSTS);
  return [nowDone, posts.map(({ id }) => id)];
}

test('what the server has done meanwhile is not done again', () => {
  expect(left({ kind: 'publish' }, ['a', 'b', 'c'], 12)).toEqual([13, ['a', 'c']]);
  expect(left({ kind: 'unpublish' }, ['a', 'b'])).toEqual([1, ['b']]);
  expect(left({ kind: 'topic', topic: 'kitchen' }, ['a', 'b'])).toEqual([1, ['a']]);
  expect(left({ kind: 'remove_topic', topic: 'kitchen' }, ['a', 'b'])).toEqual([1, ['b']]);
  expect(left({ kind: 'delete' }, ['a', 'gone'])).toEqual([1, ['a']]);
  expect(left({ kind: 'restore' }, ['a', 'gone'])).toEqual([1, ['a']]);
  expect(left({ kind: 'delete_for_good' }, ['a', 'gone'])).toEqual([1, ['a']]);
});

test('a post that was deleted elsewhere does not count', () => {
  expect(left({ kind: 'publish' }, ['a', 'gone'], 3)).toEqual([3, ['a']]);
  expect(left({ kind: 'publish' }, ['gone'], 3)).toEqual([3, []]);
});

test.each([
  [12, 28, '12 of 40 posts were published', 'the other 28'],
  [1, 2, '1 of 3 posts was published', 'the other 2'],
  [2, 1, '2 of 3 posts were published', 'the other one'],
  [0, 3, '0 of 3 posts were published', 'all 3'],
  [0, 1, '0 of 1 post was published', 'it'],
])('%s done and %s left make a question', (done, count, said, rest) => {
  const posts = Array.from({ length: count }, (_, n) => post(String(n)));
  expect(interruptedQuestion({ change: { kind: 'publish' }, done, posts })).toBe(
    `${said} before the change was interrupted. Continue with ${rest}?`,
  );
});

test('the question names the change', () => {
  const ask = (change: BulkChange) => interruptedQuestion({ change, done: 2, posts: POSTS });
  expect(ask({ kind: 'unpublish' })).toContain('2 of 5 posts were unpublished before');
  expect(ask({ kind: 'delete' })).toContain('2 of 5 posts were deleted before');
  expect(ask({ kind: 'restore' })).toContain('2 of 5 posts were restored before');
  expect(ask({ kind: 'delete_for_good' })).toContain('2 of 5 posts were deleted for good before');
  expect(ask({ kind: 'remove_topic', topic: 'Sea' })).toContain('(the topic “Sea” was removed)');
  expect(ask({ kind: 'topic', topic: 'Sea' })).toContain('were given the topic “Sea” before');
});
