import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';

type Trashed = { readonly id: string; readonly title: string };

export function confirmDeletingForGood({ title }: Trashed): boolean {
  return window.confirm(`Delete “${title}” for good? This cannot be undone.`);
}

/** Restored or deleted by another tab. */
export function isNotInTrash(error: unknown): boolean {
  return hasStatus(error, 404);
}

export function noLongerInTrash({ title }: Trashed): string {
  return `“${title}” is no longer in the trash.`;
}

/** Returns what happened, as a sentence. */
export async function deleteForGood(post: Trashed): Promise<string> {
  try {
    await adminApi.deletePostForGood(post.id);
    return `“${post.title}” was deleted for good.`;
  } catch (error) {
    if (!isNotInTrash(error)) throw error;
    return noLongerInTrash(post);
  }
}
