import { foldCase } from '@longhand/contract/fold-case';
import { type BulkChange, countPosts, nameSome, wordsOf } from './bulk-words.ts';
import { type ListedPost, statusOf } from './post-list.ts';

function hasTopic({ tags }: Pick<ListedPost, 'tags'>, topic: string): boolean {
  return tags.some((tag) => foldCase(tag) === foldCase(topic));
}

export function withoutTopic(tags: readonly string[], topic: string): string[] {
  return tags.filter((tag) => !hasTopic({ tags: [tag] }, topic));
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
      return !hasTopic(post, change.topic);
    case 'remove_topic':
      return hasTopic(post, change.topic);
    default:
      return true;
  }
}

type BulkPlan = {
  readonly posts: readonly ListedPost[];
  /** Counts the posts; null where none is asked. */
  readonly question: string | null;
  /** Why posts are left out. */
  readonly message: string;
};

export function planBulk(change: BulkChange, selected: readonly ListedPost[]): BulkPlan {
  const words = wordsOf(change);
  const posts = selected.filter((post) => isNeeded(change, post));
  const others = selected.length - posts.length;
  const rest = others === 0 ? '' : ` ${countPosts(others)} ${words.already?.(others === 1)}.`;
  const asked = posts.length === 0 ? undefined : words.ask?.(countPosts(posts.length));
  const question = asked === undefined ? null : asked + rest;
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

/** What happened, in one sentence or two. `titles` are those of posts that were deleted. */
export function bulkResult(
  { change, total, done, failures }: BulkState,
  titles: readonly string[] = [],
): string {
  const words = wordsOf(change);
  const count = done === total ? countPosts(total) : `${done} of ${countPosts(total)}`;
  const names = titles.length === 0 ? '' : `: ${nameSome(titles, done)}`;
  const sentences = [`${count} ${words.done(done === 1)}${names}.`];
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
