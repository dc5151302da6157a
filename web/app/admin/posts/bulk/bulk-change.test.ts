import type { BulkChange } from '@longhand/contract/posts/bulk-changes';
import { expect, test } from 'vitest';
import type { ListedPost } from '../../post-list/post-list.ts';
import {
  type BulkEvent,
  type BulkState,
  bulkFailureLines,
  bulkProgress,
  bulkResult,
  findInterrupted,
  interruptedQuestion,
  planBulk,
  reduceBulk,
} from './bulk-change.ts';

function post(id: string, fields: Partial<ListedPost> = {}): ListedPost {
  return { id, title: id, tags: [], published: false, publish_at: null, ...fields } as ListedPost;
}

const DRAFT = post('draft');
const PUBLIC = post('public', { published: true, tags: ['Kitchen'] });
const SCHEDULED = post('scheduled', { publish_at: '2030-01-01T00:00:00.000Z' });

test('the question counts the posts that will change, and says why the others do not', () => {
  const all = [DRAFT, PUBLIC, SCHEDULED];
  expect(planBulk({ kind: 'publish' }, all)).toMatchObject({
    posts: [DRAFT, SCHEDULED],
    question: 'Publish 2 posts? 1 post is public already.',
  });
  expect(planBulk({ kind: 'unpublish' }, all)).toMatchObject({
    posts: [PUBLIC, SCHEDULED],
    question: 'Unpublish 2 posts? 1 post is a draft already.',
  });
  expect(planBulk({ kind: 'topic', topic: 'KITCHEN' }, all)).toMatchObject({
    posts: [DRAFT, SCHEDULED],
    question: 'Add the topic “KITCHEN” to 2 posts? 1 post has the topic already.',
  });
  expect(planBulk({ kind: 'remove_topic', topic: 'KITCHEN' }, all)).toMatchObject({
    posts: [PUBLIC],
    question: 'Remove the topic “KITCHEN” from 1 post? 2 posts do not have the topic.',
  });
  expect(planBulk({ kind: 'delete' }, all)).toMatchObject({
    posts: all,
    question: 'Delete 3 posts?',
  });
  expect(planBulk({ kind: 'delete' }, [DRAFT]).question).toBe('Delete 1 post?');
});

test('before publishing, the question says which changes readers will not see', () => {
  const workingCopy = {} as NonNullable<ListedPost['workingCopy']>;
  const changed = [DRAFT, PUBLIC, SCHEDULED].map((post) => ({ ...post, workingCopy }));
  expect(planBulk({ kind: 'publish' }, changed).question).toBe(
    'Publish 2 posts? Private changes to 1 post are not included. 1 post is public already.',
  );
  expect(planBulk({ kind: 'delete' }, changed).question).toBe('Delete 3 posts?');
});

test('restoring asks nothing, and deleting for good says that it cannot be undone', () => {
  expect(planBulk({ kind: 'restore' }, [DRAFT])).toMatchObject({ posts: [DRAFT], question: null });
  expect(planBulk({ kind: 'delete_for_good' }, [DRAFT, PUBLIC]).question).toBe(
    'Delete 2 posts for good? This cannot be undone.',
  );
});

test('without anything to do there is no question but a message', () => {
  expect(planBulk({ kind: 'publish' }, [PUBLIC, PUBLIC])).toEqual({
    posts: [],
    question: null,
    message: '2 posts are public already.',
  });
});

function run(...events: BulkEvent[]): BulkState | null {
  const start: BulkEvent = { type: 'start', change: { kind: 'publish' }, total: 3, done: 0 };
  return [start, ...events].reduce(reduceBulk, null);
}

const DONE: BulkEvent = { type: 'part', done: 1, failures: [] };
const FAILED: BulkEvent = {
  type: 'part',
  done: 0,
  failures: [{ post: DRAFT, reason: 'No.' }],
};

test('progress counts what was done and what has failed', () => {
  const progress = (...events: BulkEvent[]) => bulkProgress(run(...events) as BulkState);
  expect(progress()).toBe('Publishing 1 of 3…');
  expect(progress(DONE, FAILED)).toBe('Publishing 3 of 3…');
  expect(progress(DONE, DONE, DONE)).toBe('Publishing 3 of 3…');
  expect(progress(DONE, { type: 'stop' })).toBe('Stopping…');
});

test('the result says what happened to each of them', () => {
  const result = (...events: BulkEvent[]) => bulkResult(run(...events) as BulkState);
  expect(result(DONE, DONE, DONE)).toBe('3 posts are public now.');
  expect(result(DONE, FAILED, DONE)).toBe(
    '2 of 3 posts are public now. 1 post could not be changed.',
  );
  expect(result(DONE, { type: 'stop' })).toBe(
    '1 of 3 posts is public now. 2 posts stayed as before.',
  );
  const deleted = reduceBulk(null, {
    ...{ type: 'start', change: { kind: 'delete' } },
    ...{ total: 3, done: 2 },
  }) as BulkState;
  expect(bulkResult(deleted, ['A', 'B'])).toBe(
    '2 of 3 posts are in the trash: “A” and “B”. 1 post stayed as before.',
  );
});

test('failures stay until they are closed, and a second start waits for the end of the first', () => {
  expect(run(DONE, DONE, DONE, { type: 'end' })).toBeNull();
  const ended = run(DONE, FAILED, DONE, { type: 'end' });
  expect(ended).toMatchObject({ status: 'ended', failures: [{ reason: 'No.' }] });
  expect(reduceBulk(ended, { type: 'close' })).toBeNull();
  const again: BulkEvent = { type: 'start', change: { kind: 'delete' }, total: 1, done: 0 };
  expect(reduceBulk(ended, again)).toMatchObject({ total: 1, failures: [], status: 'running' });
  expect(run(DONE, again)).toMatchObject({ total: 3, done: 1 });
  expect(run(DONE, { type: 'close' })).toMatchObject({ status: 'running' });
});

test('posts that failed for the same reason share a line', () => {
  const failures = [
    { post: DRAFT, reason: 'One.' },
    { post: PUBLIC, reason: 'Two.' },
    { post: SCHEDULED, reason: 'One.' },
  ];
  expect(bulkFailureLines(failures)).toEqual(['“draft”, “scheduled”: One.', '“public”: Two.']);
});

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
