import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { ALERTS } from '../ui/alerts.ts';
import { countSamples, removedText } from './first-steps-text.ts';
import type { PostList } from './use-post-list.ts';

/** One change at a time. */
const BUSY = 'sample posts';

/** Removes the sample posts, and brings them back. */
export function useSamplePosts({ posts, busy, run, apply, withUndo }: PostList, wasDone: boolean) {
  const [isDone, setDone] = useState(wasDone);

  function remove(): void {
    void run(BUSY, ALERTS.removeSamples, async () => {
      const { removed, kept } = await adminApi.removeSamplePosts();
      apply(new Map(removed.map((id) => [id, undefined])));
      setDone(true);
      const text = removedText(removed.length, kept);
      const listed = posts.filter(({ id }) => removed.includes(id));
      return withUndo(text, listed, {
        count: countSamples,
        onBack: (isBack) => setDone(!isBack),
      });
    });
  }

  return { isDone, isBusy: busy.has(BUSY), remove };
}
