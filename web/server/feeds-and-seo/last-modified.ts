export type Document = {
  readonly path: string;
  readonly body: string;
  readonly type: string;
  /** When its newest post changed. */
  readonly changed: number;
};

/** Last-Modified has a resolution of one second. */
function wholeSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

/**
 * The Last-Modified time of each document. After a restart it is at least the time of the start,
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
