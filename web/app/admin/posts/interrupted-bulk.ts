import type { StoredDraft } from '../document-editor/drafts/draft-store.ts';
import { isNeeded } from './bulk-change.ts';
import { type BulkChange, countPosts, removesFromList, wordsOf } from './bulk-words.ts';
import type { ListedPost } from './post-list.ts';

/** A change of several posts that was begun in this browser, and what is left of it. */
export type BulkPlan = StoredDraft & {
  readonly change: BulkChange;
  /** How many posts were changed. */
  readonly done: number;
  /** The ids of the others. */
  readonly left: readonly string[];
};

/** A change of several posts that did not come to its end. */
export type InterruptedBulk = {
  readonly change: BulkChange;
  readonly done: number;
  /** What is left to do. */
  readonly posts: readonly ListedPost[];
};

/**
 * Compared with the posts as they are now: the server may have made a change whose answer was lost.
 * Posts that were deleted elsewhere do not count.
 */
export function findInterrupted(
  { change, done, left }: Pick<BulkPlan, 'change' | 'done' | 'left'>,
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
