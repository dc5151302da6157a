import type { Post } from '@longhand/contract/posts';
import { useState } from 'react';
import { adminApi, hasStatus, SessionOverError } from './admin-api.ts';
import { ALERTS, logFailure } from './alerts.ts';
import { bulkFailureReason } from './bulk-change.ts';
import { broughtBackText, removedText } from './first-steps.ts';
import type { ListMessage } from './list-message.ts';
import { retryWhenLimited } from './use-bulk-change.ts';
import type { PostList } from './use-post-list.ts';

/** One change at a time. */
const BUSY = 'sample posts';

/** Removes the sample posts, and brings them back. */
export function useSamplePosts(
  { busy, run, apply, say, listRestored }: PostList,
  wasDone: boolean,
) {
  const [isDone, setDone] = useState(wasDone);

  const removed = (ids: readonly string[], text: string): ListMessage =>
    ids.length === 0 ? { text } : { text, undo: () => undo(ids) };

  function remove(): void {
    void run(BUSY, ALERTS.removeSamples, async () => {
      const { removed: ids, kept } = await adminApi.removeSamplePosts();
      apply(new Map(ids.map((id) => [id, undefined])));
      setDone(true);
      return removed(ids, removedText(ids.length, kept));
    });
  }

  async function restoreAll(ids: readonly string[]) {
    const restored: Post[] = [];
    const left: string[] = [];
    let reason = '';
    for (const id of ids) {
      try {
        restored.push(await retryWhenLimited(() => adminApi.restorePost(id)));
      } catch (error) {
        if (error instanceof SessionOverError) throw error;
        logFailure(error);
        reason = bulkFailureReason(error);
        // One that is not in the trash cannot be restored later, either.
        if (!hasStatus(error, 404)) left.push(id);
      }
    }
    return { restored, left, reason };
  }

  function undo(ids: readonly string[]): void {
    void run(BUSY, ALERTS.restore, async () => {
      say({ text: 'Bringing the sample posts back…' });
      const { restored, left, reason } = await restoreAll(ids);
      await listRestored(restored);
      if (restored.length > 0) setDone(false);
      return removed(left, broughtBackText(restored.length, ids.length, reason));
    });
  }

  return { isDone, isBusy: busy.has(BUSY), remove };
}
