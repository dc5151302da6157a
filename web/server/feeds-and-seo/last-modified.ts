import type { Post } from '@longhand/contract/posts/posts';

/** Returns 0 without posts. */
export function latestChange(posts: readonly Pick<Post, 'updated_at'>[]): number {
  let latest = 0;
  for (const { updated_at } of posts) latest = Math.max(latest, Date.parse(updated_at));
  return latest;
}

export type Document = {
  readonly path: string;
  readonly body: string;
  readonly type: string;
  /** The time at which its newest post changed. */
  readonly changed: number;
};

/** Last-Modified has a resolution of one second. */
function wholeSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

/**
 * After a restart, the Last-Modified time of each document is at least the time of the start,
 * because the previous content is unknown. Two versions never share a time, so that If-Modified-Since
 * never misses a change.
 */
export function createLastModified(now: () => number = Date.now) {
  const versions = new Map<string, { readonly hash: string; readonly since: number }>();
  const startedAt = now();

  return function lastModified(path: string, hash: string, changed: number): Date {
    const previous = versions.get(path);
    if (previous?.hash === hash) return new Date(previous.since);
    const since = wholeSeconds(
      previous ? Math.max(changed, now(), previous.since + 1000) : Math.max(changed, startedAt),
    );
    versions.set(path, { hash, since });
    return new Date(since);
  };
}
