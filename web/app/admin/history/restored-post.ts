import type { Post, TrashedPost } from '@longhand/contract/posts';

/** What restoring has done, as a sentence: a schedule whose time has passed is over. */
export function restoredText(
  trashed: Pick<TrashedPost, 'publish_at'>,
  { title, publish_at }: Pick<Post, 'title' | 'publish_at'>,
): string {
  if (trashed.publish_at !== publish_at)
    return `“${title}” is back as a draft: the time it was scheduled for has passed.`;
  return `“${title}” is back, as it was.`;
}
