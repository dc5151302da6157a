import { AdminApiError, adminApi } from './admin-api.ts';

type Trashed = { readonly id: string; readonly title: string };

export function confirmDeletingForGood({ title }: Trashed): boolean {
  return window.confirm(`Delete “${title}” for good? This cannot be undone.`);
}

/** Returns what happened, as a sentence. */
export async function deleteForGood({ id, title }: Trashed): Promise<string> {
  try {
    await adminApi.deletePostForGood(id);
    return `“${title}” was deleted for good.`;
  } catch (error) {
    if (!(error instanceof AdminApiError && error.status === 404)) throw error;
    // Restored or deleted by another tab.
    return `“${title}” is no longer in the trash.`;
  }
}
