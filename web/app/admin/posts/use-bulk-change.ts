import { useReducer, useRef, useState } from 'react';
import { SessionOverError } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import { type BulkEvent, type BulkState, bulkResult, planBulk, reduceBulk } from './bulk-change.ts';
import { beginBulkPlan, deleteBulkPlan, isOpenPlan, type OfferedBulk } from './bulk-plans.ts';
import type { BulkChange } from './bulk-words.ts';
import type { InterruptedBulk } from './interrupted-bulk.ts';
import { applyChange } from './post-changes.ts';
import type { ListedPost } from './post-list.ts';
import { retryWhenLimited } from './retry-when-limited.ts';
import type { Changes, PostList } from './use-post-list.ts';

type Options = {
  /** What was interrupted earlier. */
  readonly offers: readonly OfferedBulk[];
  /** Gets the posts that stayed as before. */
  readonly onEnd: (left: readonly ListedPost[], change: BulkChange) => void;
};

/** Changes several posts, one after the other. The list shows the changes at the end, all at once. */
export function useBulkChange(
  { say, apply, withUndo, findCopies }: PostList,
  { offers, onEnd }: Options,
) {
  const [[interrupted = null, ...laterOffers], setOffers] = useState(offers);
  const [state, show] = useReducer(reduceBulk, null);
  const current = useRef<BulkState | null>(null);
  const dispatch = (event: BulkEvent) => {
    current.current = reduceBulk(current.current, event);
    show(event);
  };

  /** Its failures are offered again after a reload, until somebody has closed them. */
  const unclosed = useRef<string | null>(null);
  const forgetFailures = () => {
    if (unclosed.current) void deleteBulkPlan(unclosed.current);
    unclosed.current = null;
  };

  async function run(bulk: InterruptedBulk, key?: string): Promise<void> {
    const { change, posts } = bulk;
    const plan = beginBulkPlan(bulk, key);
    let isSessionOver = false;
    const changes = new Map<string, Awaited<ReturnType<typeof applyChange>>>();
    for (const post of posts) {
      if (current.current?.status !== 'running') break;
      try {
        changes.set(post.id, await retryWhenLimited(() => applyChange(change, post.id)));
        plan.finish(post.id);
        dispatch({ type: 'done' });
      } catch (error) {
        // The login page follows.
        isSessionOver = error instanceof SessionOverError;
        if (isSessionOver) break;
        logFailure(error);
        dispatch({ type: 'failed', failure: { post, reason: failureReason(error) } });
      }
    }
    apply(changes satisfies Changes);
    if (change.kind === 'restore' && changes.size > 0) await findCopies();
    onEnd(
      posts.filter(({ id }) => !changes.has(id)),
      change,
    );
    const { status, failures = [] } = current.current ?? {};
    const deleted = change.kind === 'delete' ? posts.filter(({ id }) => changes.has(id)) : [];
    const titles = deleted.map(({ title }) => title);
    if (current.current) say(withUndo(bulkResult(current.current, titles), deleted));
    const hasFailed = failures.length > 0 && status === 'running';
    if (hasFailed) unclosed.current = plan.key;
    else if (!isSessionOver) await deleteBulkPlan(plan.key);
    plan.release();
    dispatch({ type: 'end' });
  }

  function begin(bulk: InterruptedBulk, key?: string): void {
    forgetFailures();
    const { change, posts, done } = bulk;
    dispatch({ type: 'start', change, total: done + posts.length, done });
    void run(bulk, key);
  }

  /** Asks first, with another question than the usual one if it is given. Returns whether it has begun. */
  function start(
    change: BulkChange,
    selected: readonly ListedPost[],
    ownQuestion?: string,
  ): boolean {
    const { posts, question, message } = planBulk(change, selected);
    if (posts.length === 0) say({ text: message });
    const asked = ownQuestion ?? question;
    if (posts.length === 0 || (asked !== null && !window.confirm(asked))) return false;
    begin({ change, posts, done: 0 });
    return true;
  }

  return {
    state,
    start,
    stop: () => dispatch({ type: 'stop' }),
    close() {
      forgetFailures();
      dispatch({ type: 'close' });
    },
    /** While another change runs, it waits. */
    interrupted: state && state.status !== 'ended' ? null : interrupted,
    async resume(offer: OfferedBulk): Promise<void> {
      const isOpen = await isOpenPlan(offer.key);
      setOffers(laterOffers);
      if (isOpen) begin(offer, offer.key);
      else
        say({ text: 'Another tab has continued this change. Reload the page to see the result.' });
    },
    leave({ key }: OfferedBulk): void {
      void deleteBulkPlan(key);
      setOffers(laterOffers);
    },
  };
}
