import { foldCase } from '@longhand/contract/fold-case';
import { AdminApiError } from '../api/request.ts';
import { type ListedPost, statusOf } from './post-list.ts';

/** A change of several posts. */
export type BulkChange =
  | { readonly kind: 'publish' | 'unpublish' | 'delete' }
  | { readonly kind: 'topic'; readonly topic: string };

type Words = {
  /** Of the question, before the number of posts. */
  readonly ask: (posts: string) => string;
  readonly running: string;
  /** After the number of posts. */
  readonly done: (isOne: boolean) => string;
  /** Said of posts that need no change; missing where there are none. */
  readonly already?: (isOne: boolean) => string;
};

const are = (isOne: boolean) => (isOne ? 'is' : 'are');

function wordsOf(change: BulkChange): Words {
  switch (change.kind) {
    case 'publish':
      return {
        ask: (posts) => `Publish ${posts}?`,
        running: 'Publishing',
        done: (isOne) => `${are(isOne)} public now`,
        already: (isOne) => `${are(isOne)} public already`,
      };
    case 'unpublish':
      return {
        ask: (posts) => `Unpublish ${posts}?`,
        running: 'Unpublishing',
        done: (isOne) => (isOne ? 'is a draft now' : 'are drafts now'),
        already: (isOne) => (isOne ? 'is a draft already' : 'are drafts already'),
      };
    case 'topic':
      return {
        ask: (posts) => `Add the topic “${change.topic}” to ${posts}?`,
        running: 'Changing',
        done: (isOne) => (isOne ? 'has the topic now' : 'have the topic now'),
        already: (isOne) => (isOne ? 'has the topic already' : 'have the topic already'),
      };
    case 'delete':
      return {
        ask: (posts) => `Delete ${posts}?`,
        running: 'Deleting',
        done: (isOne) => `${are(isOne)} in the trash`,
      };
  }
}

export function countPosts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}

/** A scheduled post is unpublished by taking its time away. */
export function isNeeded(
  change: BulkChange,
  post: Pick<ListedPost, 'published' | 'publish_at' | 'tags'>,
): boolean {
  switch (change.kind) {
    case 'publish':
      return !post.published;
    case 'unpublish':
      return statusOf(post) !== 'draft';
    case 'topic':
      return !post.tags.some((tag) => foldCase(tag) === foldCase(change.topic));
    case 'delete':
      return true;
  }
}

type BulkPlan = {
  readonly posts: readonly ListedPost[];
  /** Counts the posts; null if there is nothing to do, which `message` says. */
  readonly question: string | null;
  readonly message: string;
};

export function planBulk(change: BulkChange, selected: readonly ListedPost[]): BulkPlan {
  const words = wordsOf(change);
  const posts = selected.filter((post) => isNeeded(change, post));
  const others = selected.length - posts.length;
  const rest = others === 0 ? '' : ` ${countPosts(others)} ${words.already?.(others === 1)}.`;
  const question = posts.length === 0 ? null : words.ask(countPosts(posts.length)) + rest;
  return { posts, question, message: rest.trim() };
}

type BulkFailure = { readonly post: ListedPost; readonly reason: string };

export type BulkState = {
  readonly change: BulkChange;
  readonly total: number;
  readonly done: number;
  readonly failures: readonly BulkFailure[];
  readonly status: 'running' | 'stopping' | 'ended';
};

export type BulkEvent =
  | {
      readonly type: 'start';
      readonly change: BulkChange;
      readonly total: number;
      /** Of a change that is continued. */
      readonly done: number;
    }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly failure: BulkFailure }
  | { readonly type: 'stop' }
  | { readonly type: 'end' }
  | { readonly type: 'close' };

/** Null before and after a change. */
export function reduceBulk(state: BulkState | null, event: BulkEvent): BulkState | null {
  if (event.type === 'start') {
    if (state && state.status !== 'ended') return state;
    const { change, total, done } = event;
    return { change, total, done, failures: [], status: 'running' };
  }
  if (!state) return null;
  switch (event.type) {
    case 'done':
      return { ...state, done: state.done + 1 };
    case 'failed':
      return { ...state, failures: [...state.failures, event.failure] };
    case 'stop':
      return state.status === 'running' ? { ...state, status: 'stopping' } : state;
    case 'end':
      // What has failed stays visible.
      return state.failures.length > 0 ? { ...state, status: 'ended' } : null;
    case 'close':
      return state.status === 'ended' ? null : state;
  }
}

export function bulkProgress({ change, total, done, failures, status }: BulkState): string {
  if (status === 'stopping') return 'Stopping…';
  return `${wordsOf(change).running} ${Math.min(done + failures.length + 1, total)} of ${total}…`;
}

/** What happened, in one sentence or two. */
export function bulkResult({ change, total, done, failures }: BulkState): string {
  const words = wordsOf(change);
  const sentences = [
    done === total
      ? `${countPosts(total)} ${words.done(total === 1)}.`
      : `${done} of ${countPosts(total)} ${words.done(done === 1)}.`,
  ];
  if (failures.length > 0) sentences.push(`${countPosts(failures.length)} could not be changed.`);
  const stopped = total - done - failures.length;
  if (stopped > 0) sentences.push(`${countPosts(stopped)} stayed as before.`);
  return sentences.join(' ');
}

/** One line for each reason: without a connection, it is the same for all. */
export function bulkFailureLines(failures: readonly BulkFailure[]): string[] {
  const titles = new Map<string, string[]>();
  for (const { post, reason } of failures)
    titles.set(reason, [...(titles.get(reason) ?? []), `“${post.title}”`]);
  return [...titles].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
}

/** Says also what to do. */
export function bulkFailureReason(error: unknown): string {
  // What fetch throws without a response.
  if (error instanceof TypeError)
    return 'The server could not be reached. Check your connection and try again.';
  if (!(error instanceof AdminApiError))
    return 'The server sent an unexpected response. Try again in a moment.';
  if (error.status === 404) return 'It was deleted meanwhile. Reload the page.';
  if (error.status === 409) return 'It was changed elsewhere at the same time. Try again.';
  const [field, [reason] = []] = Object.entries(error.problem.errors ?? {})[0] ?? [];
  if (field && reason) return `Its ${field} ${reason}. Open it in the editor.`;
  return error.problem.detail ?? 'Something went wrong on the server. Try again in a moment.';
}
