import { MAX_BULK_POSTS } from '@longhand/contract/limits';
import type { BulkInput, BulkOutcome } from '@longhand/contract/posts/bulk-changes';
import type { Post } from '@longhand/contract/posts/posts';
import { expect, test, vi } from 'vitest';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { POSTS } from '../post-editor/post-kind.ts';
import { makeDraft } from '../post-editor/saved-post.ts';
import type { ListedPost } from '../post-list/post-list.ts';
import { changeInParts, publishPost, saveTyped } from './post-changes.ts';

const LATER = '2199-03-04T17:05:00.000Z';
const SCHEDULED = { id: '1', title: 'T', tags: ['A'], published: false, publish_at: LATER };

/** What is sent for a scheduled post. */
async function sent(change: (id: string) => Promise<Post>) {
  const post = { ...SCHEDULED, slug: 't', version: 3 } as unknown as Post;
  vi.spyOn(adminApi, 'findPost').mockResolvedValue(post);
  const update = vi.spyOn(adminApi, 'updatePost').mockResolvedValue(post);
  await change('1');
  return update.mock.lastCall?.[1];
}

test('publishing a scheduled post takes its time away, so that it is public at once', async () => {
  expect(await sent(publishPost)).toMatchObject({ published: true, publish_at: null });
});

test('unpublishing a scheduled post unschedules it', async () => {
  expect(await sent(makeDraft)).toMatchObject({ published: false, publish_at: null });
});

/** A draft whose working copy is based on an earlier version, in which only these fields were different. */
async function savedOver(earlier: Partial<Post>, typed: object) {
  const now = { ...SCHEDULED, slug: 't', version: 2, publish_at: null, content: 'Now' };
  vi.spyOn(adminApi, 'findPost').mockResolvedValue(now as unknown as Post);
  vi.spyOn(POSTS, 'findVersion').mockResolvedValue({
    ...now,
    ...earlier,
    version: 1,
  } as Post);
  const copy = {
    id: '1',
    version: 5,
    base_version: 1,
    created_at: '',
    updated_at: '',
    form: typed,
  };
  vi.spyOn(adminApi.postCopies, 'find').mockResolvedValue(copy);
  const update = vi.spyOn(adminApi, 'updatePost').mockResolvedValue(now as unknown as Post);
  await saveTyped('1');
  return update.mock.lastCall;
}

test('a draft is saved as it was typed, with what has changed elsewhere since', async () => {
  const typed = { content: 'Typed', tags: '', published: true };
  const [, input, version, copy] = (await savedOver({ tags: [], content: 'Now' }, typed)) ?? [];
  expect(input).toMatchObject({ content: 'Typed', tags: ['A'], published: false });
  expect([version, copy]).toEqual([2, 5]);
});

test('a draft that was changed elsewhere where it was typed is left to the editor', async () => {
  const saving = savedOver({ content: 'Before' }, { content: 'Typed' });
  await expect(saving).rejects.toMatchObject({ status: 422 });
});

function posts(count: number) {
  return Array.from(
    { length: count },
    (_, n) => ({ id: String(n), title: `Post ${n}` }) as ListedPost,
  );
}

const done = (id: string): BulkOutcome => ({ id, outcome: 'done', post: null });
const failed = (id: string, status: number): BulkOutcome => ({
  ...{ id, outcome: 'failed' },
  problem: { type: '', title: '', status, detail: 'No.' },
});

/** How many failures the last change has logged. */
let logged = 0;

/** The ids of each part, done and failed. */
async function change(
  kind: 'publish' | 'delete' | 'restore',
  count: number,
  answer: (body: BulkInput) => BulkOutcome[],
) {
  const log = vi.mocked(console.error).mockImplementation(() => {});
  vi.spyOn(adminApi, 'changePosts').mockImplementation(async (body) => ({
    outcomes: answer(body),
  }));
  const parts = [];
  for await (const { changes, failures } of changeInParts({ kind }, posts(count)))
    parts.push({ done: [...changes.keys()], failed: failures.map(({ post }) => post.id) });
  logged = log.mock.calls.length;
  log.mockClear();
  return parts;
}

test('many posts are sent in parts, and one that fails does not stop the next', async () => {
  const count = MAX_BULK_POSTS + 2;
  const parts = await change('publish', count, ({ ids }) => {
    if (ids.length < MAX_BULK_POSTS) return ids.map(done);
    throw new TypeError('Failed to fetch');
  });
  const ids = posts(count).map(({ id }) => id);
  expect(parts).toEqual([
    { done: [], failed: ids.slice(0, MAX_BULK_POSTS) },
    { done: ids.slice(MAX_BULK_POSTS), failed: [] },
  ]);
  expect(logged).toBe(1);
});

test('each post has its own outcome, and one that is deleted already is deleted', async () => {
  const outcomes = [done('0'), failed('1', 409), failed('2', 404)];
  expect(await change('publish', 3, () => outcomes)).toEqual([{ done: ['0'], failed: ['1', '2'] }]);
  expect(await change('restore', 3, () => outcomes)).toEqual([{ done: ['0'], failed: ['1', '2'] }]);
  expect(await change('delete', 3, () => outcomes)).toEqual([{ done: ['0', '2'], failed: ['1'] }]);
});

test('too many writes are tried again, and the end of the session ends the change', async () => {
  let calls = 0;
  const tooMany = new AdminApiError('POST /admin/posts/bulk', 429, {}, 0.001);
  const parts = await change('publish', 1, ({ ids }) => {
    calls += 1;
    if (calls < 3) throw tooMany;
    return ids.map(done);
  });
  expect(parts).toEqual([{ done: ['0'], failed: [] }]);
  const over = change('publish', 1, () => {
    throw new SessionOverError('POST /admin/posts/bulk');
  });
  await expect(over).rejects.toThrow(SessionOverError);
});
