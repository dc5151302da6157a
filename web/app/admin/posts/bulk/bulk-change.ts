import type { BulkChange } from '@longhand/contract/posts/bulk-changes';
import { foldCase } from '@longhand/contract/text/text-rules';
import { type ListedPost, statusOf } from '../../post-list/post-list.ts';
import { countPosts, nameSome, removesFromList, wordsOf } from './bulk-words.ts';

function hasTopic({ tags }: Pick<ListedPost, 'tags'>, topic: string): boolean {
  return tags.some((tag) => foldCase(tag) === foldCase(topic));
}

/** Unpublishing a scheduled post removes its time. */
function isNeeded(
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

/** What was typed in a draft is published with it. */
function hasPrivateChanges(post: ListedPost): boolean {
  return post.workingCopy !== undefined && statusOf(post) === 'scheduled';
}

/** The question contains the number of posts; it is null if nothing is asked. */
export function planBulk(change: BulkChange, selected: readonly ListedPost[]) {
  const words = wordsOf(change);
  const posts = selected.filter((post) => isNeeded(change, post));
  const others = selected.length - posts.length;
  const rest = others === 0 ? '' : ` ${countPosts(others)} ${words.already?.(others === 1)}.`;
  const asked = posts.length === 0 ? undefined : words.ask?.(countPosts(posts.length));
  const kept = change.kind === 'publish' ? posts.filter(hasPrivateChanges).length : 0;
  const without = kept === 0 ? '' : ` Private changes to ${countPosts(kept)} are not included.`;
  const question = asked === undefined ? null : asked + without + rest;
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
      /** The posts that were changed before an interruption. */
      readonly done: number;
    }
  | { readonly type: 'part'; readonly done: number; readonly failures: readonly BulkFailure[] }
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
    case 'part':
      return {
        ...state,
        done: state.done + event.done,
        failures: [...state.failures, ...event.failures],
      };
    case 'stop':
      return state.status === 'running' ? { ...state, status: 'stopping' } : state;
    case 'end':
      // Failures stay visible.
      return state.failures.length > 0 ? { ...state, status: 'ended' } : null;
    case 'close':
      return state.status === 'ended' ? null : state;
  }
}

export function bulkProgress({ change, total, done, failures, status }: BulkState): string {
  if (status === 'stopping') return 'Stopping…';
  return `${wordsOf(change).running} ${Math.min(done + failures.length + 1, total)} of ${total}…`;
}

/** `titles` are those of deleted posts. */
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

/** One line for each reason, because without a connection it is the same for all posts. */
export function bulkFailureLines(failures: readonly BulkFailure[]): string[] {
  const titles = new Map<string, string[]>();
  for (const { post, reason } of failures)
    titles.set(reason, [...(titles.get(reason) ?? []), `“${post.title}”`]);
  return [...titles].map(([reason, names]) => `${names.join(', ')}: ${reason}`);
}

/** What a browser stores until the change is complete. */
export type BulkPlan = {
  readonly change: BulkChange;
  readonly done: number;
  /** The ids of the posts that are not changed yet. */
  readonly left: readonly string[];
};

export type InterruptedBulk = {
  readonly change: BulkChange;
  readonly done: number;
  readonly posts: readonly ListedPost[];
};

/**
 * Compares with the current posts, because the server may have made a change whose answer was lost.
 * Posts that were deleted elsewhere do not count.
 */
export function findInterrupted(
  { change, done, left }: BulkPlan,
  posts: readonly ListedPost[],
): InterruptedBulk {
  const byId = new Map(posts.map((post) => [post.id, post]));
  const listed = left.flatMap((id) => byId.get(id) ?? []);
  const needed = listed.filter((post) => isNeeded(change, post));
  const changed = (removesFromList(change) ? left : listed).length - needed.length;
  return { change, done: done + changed, posts: needed };
}

function rest(left: number, total: number): string {
  if (left === total) return total === 1 ? 'it' : `all ${total}`;
  return left === 1 ? 'the other one' : `the other ${left}`;
}

export function interruptedQuestion({ change, done, posts }: InterruptedBulk): string {
  const total = done + posts.length;
  const were = done === 1 || total === 1 ? 'was' : 'were';
  return `${done} of ${countPosts(total)} ${were} ${wordsOf(change).participle} before the change was interrupted. Continue with ${rest(posts.length, total)}?`;
}
