import { useReducer, useRef } from 'react';
import { logFailure } from './alerts.ts';
import { hasStatus, SessionOverError } from './api/request.ts';
import {
  type BulkChange,
  type BulkEvent,
  type BulkState,
  bulkFailureReason,
  bulkResult,
  planBulk,
  reduceBulk,
} from './bulk-change.ts';
import { applyChange } from './post-changes.ts';
import type { ListedPost } from './post-list.ts';
import type { Changes, PostList } from './use-post-list.ts';

/** Waits and tries again while the server says that there were too many writes. */
export async function retryWhenLimited<Result>(write: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!hasStatus(error, 429)) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 5) * 1_000));
    }
  }
}

/**
 * Changes several posts, one after the other. The list shows the changes at the end, all at once;
 * `onEnd` gets the posts that stayed as before.
 */
export function useBulkChange(
  { say, apply }: Pick<PostList, 'say' | 'apply'>,
  onEnd: (left: readonly ListedPost[]) => void,
) {
  const [state, show] = useReducer(reduceBulk, null);
  const current = useRef<BulkState | null>(null);
  const dispatch = (event: BulkEvent) => {
    current.current = reduceBulk(current.current, event);
    show(event);
  };

  async function run(change: BulkChange, posts: readonly ListedPost[]): Promise<void> {
    const changes = new Map<string, Awaited<ReturnType<typeof applyChange>>>();
    for (const post of posts) {
      if (current.current?.status !== 'running') break;
      try {
        changes.set(post.id, await retryWhenLimited(() => applyChange(change, post.id)));
        dispatch({ type: 'done' });
      } catch (error) {
        // The login page follows.
        if (error instanceof SessionOverError) break;
        logFailure(error);
        dispatch({ type: 'failed', failure: { post, reason: bulkFailureReason(error) } });
      }
    }
    apply(changes satisfies Changes);
    onEnd(posts.filter(({ id }) => !changes.has(id)));
    if (current.current) say({ text: bulkResult(current.current) });
    dispatch({ type: 'end' });
  }

  /** Asks first. Returns whether it has begun. */
  function start(change: BulkChange, selected: readonly ListedPost[]): boolean {
    const { posts, question, message } = planBulk(change, selected);
    if (question === null) say({ text: message });
    if (question === null || !window.confirm(question)) return false;
    dispatch({ type: 'start', change, total: posts.length });
    void run(change, posts);
    return true;
  }

  return {
    state,
    start,
    stop: () => dispatch({ type: 'stop' }),
    close: () => dispatch({ type: 'close' }),
  };
}
