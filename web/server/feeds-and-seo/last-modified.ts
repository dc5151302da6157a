export type Document = {
  readonly path: string;
  readonly body: string;
  readonly type: string;
  /** When its newest part changed. */
  readonly changed: number;
};

/** Headers know no fractions of a second. */
function wholeSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

/**
 * When each text last differed. A text that is seen for the first time may have changed in any way
 * until now, and two texts never share a time: whoever asks by the time alone gets what is new.
 */
export function createLastModified(now: () => number = Date.now) {
  const known = new Map<string, { readonly hash: string; readonly since: number }>();
  const started = now();

  return function lastChange(path: string, hash: string, changed: number): Date {
    const before = known.get(path);
    if (before?.hash === hash) return new Date(before.since);
    const since = wholeSeconds(
      before ? Math.max(changed, now(), before.since + 1000) : Math.max(changed, started),
    );
    known.set(path, { hash, since });
    return new Date(since);
  };
}
