import type { Post } from '@longhand/contract/posts';
import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus, SessionOverError } from '../api/request.ts';
import { ALERTS, logFailure } from '../ui/alerts.ts';
import { bulkFailureReason } from './bulk-change.ts';
import { broughtBackText, removedText } from './first-steps-text.ts';
import type { ListedPost } from './post-list.ts';
import type { ListMessage } from './published-message.ts';
import { retryWhenLimited } from './use-bulk-change.ts';
import type { PostList } from './use-post-list.ts';

/** One change at a time. */
const BUSY = 'sample posts';

/** Undefined for those that stay in the trash; of these, `left` may be tried again. */
async function restoreAll(posts: readonly ListedPost[]) {
  const changes = new Map<string, Post | undefined>();
  const left: ListedPost[] = [];
  let reason = '';
  for (const post of posts) {
    try {
      changes.set(post.id, await retryWhenLimited(() => adminApi.restorePost(post.id)));
    } catch (error) {
      if (error instanceof SessionOverError) throw error;
      logFailure(error);
      reason = bulkFailureReason(error);
      changes.set(post.id, undefined);
      // One that is not in the trash cannot be restored later, either.
      if (!hasStatus(error, 404)) left.push(post);
    }
  }
  return { changes, left, reason };
}

/** Removes the sample posts, and brings them back. */
export function useSamplePosts(
  { posts, busy, run, apply, say, listAgain }: PostList,
  wasDone: boolean,
) {
  const [isDone, setDone] = useState(wasDone);

  const withUndo = (text: string, removed: readonly ListedPost[]): ListMessage =>
    removed.length === 0 ? { text } : { text, undo: () => undo(removed) };

  function remove(): void {
    void run(BUSY, ALERTS.removeSamples, async () => {
      const { removed, kept } = await adminApi.removeSamplePosts();
      apply(new Map(removed.map((id) => [id, undefined])));
      setDone(true);
      const text = removedText(removed.length, kept);
      return withUndo(
        text,
        posts.filter(({ id }) => removed.includes(id)),
      );
    });
  }

  function undo(removed: readonly ListedPost[]): void {
    void run(BUSY, ALERTS.restore, async () => {
      // Before the server answers: nine calls take so long that the page would jump.
      listAgain(removed);
      setDone(false);
      say({ text: 'Bringing the sample posts back…' });
      const { changes, left, reason } = await restoreAll(removed);
      apply(changes);
      const back = [...changes.values()].filter(Boolean).length;
      setDone(back === 0);
      return withUndo(broughtBackText(back, removed.length, reason), left);
    });
  }

  return { isDone, isBusy: busy.has(BUSY), remove };
}
