import type { Post } from '@longhand/contract/posts';
import { adminApi } from '../api/admin-api.ts';
import { SessionOverError } from '../api/request.ts';
import { isNotInTrash } from '../history/delete-for-good.ts';
import { restoredText } from '../history/restored-post.ts';
import { logFailure } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import { countPosts } from './bulk-words.ts';
import type { ListedPost } from './post-list.ts';
import { retryWhenLimited } from './retry-when-limited.ts';

type Restored = {
  /** Undefined for those that stay in the trash. */
  readonly changes: ReadonlyMap<string, Post | undefined>;
  /** Of these, those that may be tried again. */
  readonly left: readonly ListedPost[];
  /** Why some are not back, and what to do. */
  readonly reason: string;
};

function reasonOf(error: unknown): string {
  if (isNotInTrash(error)) return 'It was restored or deleted for good elsewhere. Reload the page.';
  return failureReason(error);
}

/** One after the other: what fails keeps none of the others in the trash. */
export async function restorePosts(posts: readonly ListedPost[]): Promise<Restored> {
  const changes = new Map<string, Post | undefined>();
  const left: ListedPost[] = [];
  let reason = '';
  for (const post of posts) {
    try {
      changes.set(post.id, await retryWhenLimited(() => adminApi.restorePost(post.id)));
    } catch (error) {
      if (error instanceof SessionOverError) throw error;
      logFailure(error);
      reason = reasonOf(error);
      changes.set(post.id, undefined);
      // One that is not in the trash cannot be restored later, either.
      if (!isNotInTrash(error)) left.push(post);
    }
  }
  return { changes, left, reason };
}

const are = (count: number) => (count === 1 ? 'is' : 'are');

/** `count` says what the posts are, as ‘3 posts’. */
export function broughtBackText(
  back: number,
  total: number,
  { reason = '', count = countPosts }: { reason?: string; count?: typeof countPosts } = {},
): string {
  if (back === total) return `${count(total)} ${are(total)} back.`;
  return `${back} of ${count(total)} ${are(back)} back, the rest ${are(total - back)} in the trash. ${reason}`;
}

/** What undoing has done, as a sentence or two. */
export function undoneText(
  deleted: readonly ListedPost[],
  { changes, reason }: Restored,
  count?: typeof countPosts,
): string {
  const [only, ...others] = deleted;
  if (only && others.length === 0 && !count) {
    const restored = changes.get(only.id);
    if (restored) return restoredText(only, restored);
    return `“${only.title}” is still in the trash. ${reason}`;
  }
  const back = [...changes.values()].filter(Boolean).length;
  return broughtBackText(back, deleted.length, { reason, ...(count && { count }) });
}
