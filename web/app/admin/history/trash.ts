import type { Post, TrashedPost } from '@longhand/contract/posts/posts';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';

type Trashed = { readonly id: string; readonly title: string };

export function confirmDeletingForGood({ title }: Trashed): boolean {
  return window.confirm(`Delete “${title}” for good? This cannot be undone.`);
}

/** Another tab may have restored or deleted it. */
export function isNotInTrash(error: unknown): boolean {
  return hasStatus(error, 404);
}

export function noLongerInTrash({ title }: Trashed): string {
  return `“${title}” is no longer in the trash.`;
}

export async function deleteForGood(post: Trashed): Promise<string> {
  try {
    await adminApi.deletePostForGood(post.id);
    return `“${post.title}” was deleted for good.`;
  } catch (error) {
    if (!isNotInTrash(error)) throw error;
    return noLongerInTrash(post);
  }
}

/** A schedule whose time has passed does not come back. */
export function restoredText(
  trashed: Pick<TrashedPost, 'publish_at'>,
  { title, publish_at }: Pick<Post, 'title' | 'publish_at'>,
): string {
  if (trashed.publish_at !== publish_at)
    return `Restored “${title}” as a draft: the time it was scheduled for has passed.`;
  return `Restored “${title}”.`;
}
