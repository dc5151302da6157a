import type { BulkChange } from '@longhand/contract/posts/bulk-changes';
import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import { useReducer, useRef, useState } from 'react';
import { SessionOverError } from '../../api/request.ts';
import { newKey } from '../../document-editor/drafts/draft-store.ts';
import type { ListedPost } from '../../post-list/post-list.ts';
import { logFailure } from '../../ui/alerts.ts';
import { failureReason } from '../../ui/failure-reason.ts';
import { changeInParts } from '../post-changes.ts';
import type { PostList } from '../use-post-list.ts';
import {
  type BulkEvent,
  type BulkState,
  bulkResult,
  type InterruptedBulk,
  planBulk,
  reduceBulk,
} from './bulk-change.ts';
import {
  deleteBulkPlan,
  holdBulkPlan,
  isOpenPlan,
  type OfferedBulk,
  saveBulkPlan,
} from './bulk-plans.ts';

type Options = {
  readonly offers: readonly OfferedBulk[];
  /** `left` are the posts that stayed as before. */
  readonly onEnd: (left: readonly ListedPost[], change: BulkChange) => void;
};

/** The list shows the changes at the end, all at once. */
export function useBulkChange(
  { say, apply, withUndo, findCopies, toSaved }: PostList,
  { offers, onEnd }: Options,
) {
  const [[interrupted = null, ...laterOffers], setOffers] = useState(offers);
  const [state, show] = useReducer(reduceBulk, null);
  const current = useRef<BulkState | null>(null);
  const dispatch = (event: BulkEvent) => {
    current.current = reduceBulk(current.current, event);
    show(event);
  };

  /** The plan whose failures are offered again after a reload, until somebody closes them. */
  const unclosed = useRef<string | null>(null);
  const forgetFailures = () => {
    if (unclosed.current) void deleteBulkPlan(unclosed.current);
    unclosed.current = null;
  };

  /** A change is one of saved posts. One that cannot be saved stays as it is, and is in `refused`. */
  async function saveAll(posts: readonly ListedPost[], { kind }: BulkChange) {
    const all: ListedPost[] = [];
    const refused = new Set<ListedPost>();
    for (const post of posts)
      try {
        all.push(await toSaved(post, kind === 'publish'));
      } catch (error) {
        if (error instanceof SessionOverError) throw error;
        logFailure(error);
        const failure = { post, reason: failureReason(error) };
        dispatch({ type: 'part', done: 0, failures: [failure] });
        all.push(post);
        refused.add(post);
      }
    return { all, refused };
  }

  async function run(bulk: InterruptedBulk, key: string): Promise<void> {
    const { change, done } = bulk;
    let { posts } = bulk;
    const release = holdBulkPlan(key);
    const changes = new Map<string, AdminPostSummary | undefined>();
    const leftOver = () => posts.filter(({ id }) => !changes.has(id));
    const save = () => {
      const left = leftOver().map(({ id }) => id);
      return saveBulkPlan(key, { change, done: done + changes.size, left });
    };
    await save();
    let isSessionOver = false;
    try {
      const { all, refused } = await saveAll(posts, change);
      posts = all;
      const saved = posts.filter((post) => !refused.has(post));
      for await (const part of changeInParts(change, saved)) {
        for (const [id, saved] of part.changes) changes.set(id, saved);
        await save();
        const failures = part.failures.map(({ post, error }) => ({
          post,
          reason: failureReason(error),
        }));
        dispatch({ type: 'part', done: part.changes.size, failures });
        if (current.current?.status !== 'running') break;
      }
    } catch (error) {
      if (!(error instanceof SessionOverError)) throw error;
      // The login page follows.
      isSessionOver = true;
    }
    apply(changes);
    if (change.kind === 'restore' && changes.size > 0) await findCopies();
    onEnd(leftOver(), change);
    const { status, failures = [] } = current.current ?? {};
    const deleted = change.kind === 'delete' ? posts.filter(({ id }) => changes.has(id)) : [];
    const titles = deleted.map(({ title }) => title);
    if (current.current) say(withUndo(bulkResult(current.current, titles), deleted));
    const hasFailed = failures.length > 0 && status === 'running';
    if (hasFailed) unclosed.current = key;
    else if (!isSessionOver) await deleteBulkPlan(key);
    release();
    dispatch({ type: 'end' });
  }

  function begin(bulk: InterruptedBulk, key = newKey()): void {
    forgetFailures();
    const { change, posts, done } = bulk;
    dispatch({ type: 'start', change, total: done + posts.length, done });
    void run(bulk, key);
  }

  /**
   * Asks `ownQuestion` instead of the usual one, if it is given. Returns true if the change has
   * begun.
   */
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
    /** Not offered while another change runs. */
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
