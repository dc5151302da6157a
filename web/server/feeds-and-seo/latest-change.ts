import type { Post } from '@longhand/contract/posts';

/** The time of the newest change of any post; 0 without posts. */
export function latestChange(posts: readonly Pick<Post, 'updated_at'>[]): number {
  let latest = 0;
  for (const { updated_at } of posts) latest = Math.max(latest, Date.parse(updated_at));
  return latest;
}
