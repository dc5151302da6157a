import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import { isNotInTrash, restoredText } from '../history/trash.ts';
import type { ListedPost } from '../post-list/post-list.ts';
import { failureReason } from '../ui/failure-reason.ts';
import { countPosts } from './bulk/bulk-words.ts';
import { type Changes, changeInParts } from './post-changes.ts';

type Restored = {
  /** Undefined for posts that stay in the trash. */
  readonly changes: Changes;
  /** Posts that may be tried again. */
  readonly left: readonly ListedPost[];
  readonly reason: string;
};

function reasonOf(error: unknown): string {
  if (isNotInTrash(error)) return 'It was restored or deleted for good elsewhere. Reload the page.';
  return failureReason(error);
}

export async function restorePosts(posts: readonly ListedPost[]): Promise<Restored> {
  const changes = new Map<string, AdminPostSummary | undefined>();
  const left: ListedPost[] = [];
  let reason = '';
  for await (const part of changeInParts({ kind: 'restore' }, posts)) {
    for (const [id, restored] of part.changes) changes.set(id, restored);
    for (const { post, error } of part.failures) {
      reason = reasonOf(error);
      changes.set(post.id, undefined);
      // A post that is not in the trash cannot be restored later, either.
      if (!isNotInTrash(error)) left.push(post);
    }
  }
  return { changes, left, reason };
}

/** `count` returns for example ‘3 posts’. */
function broughtBackText(
  back: number,
  total: number,
  { reason = '', count = countPosts }: { reason?: string; count?: typeof countPosts } = {},
): string {
  if (back === total) return `Restored ${count(total)}.`;
  return `Restored ${back} of ${count(total)}. The rest ${total - back === 1 ? 'is' : 'are'} in the trash. ${reason}`;
}

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
