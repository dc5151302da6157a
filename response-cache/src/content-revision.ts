/** How long a number that was read is valid: other processes see a change within half a second. */
const MAX_AGE_MS = 500;
/** After this age, the number is read again in the background. */
const REVALIDATE_AFTER_MS = 250;

export type ContentRevision = {
  /** The revision, if it is known without waiting. */
  cached(): number | undefined;
  current(): Promise<number>;
  /** Reads the revision again, or rejects: to be called after a change. */
  refresh(): Promise<number>;
  /** Discards the cached number: to be called when `refresh` fails. */
  reset(): void;
};

/** The number of the content's latest change, read at most four times a second. */
export function createContentRevision(
  read: () => Promise<number>,
  onError: (error: unknown) => void,
  now: () => number = () => performance.now(),
): ContentRevision {
  let number: number | undefined;
  /** When the read that returned `number` was started; results of earlier reads are ignored. */
  let readAt = Number.NEGATIVE_INFINITY;
  /** The start of MAX_AGE_MS: the last successful read, or the last failure. */
  let validFrom = Number.NEGATIVE_INFINITY;
  let pending: Promise<number> | undefined;
  /** While reads fail, the old number is used, so that requests do not wait for time-outs. */
  let isFailing = false;

  async function refresh(): Promise<number> {
    const startedAt = now();
    const result = await read();
    // Two reads can overtake each other: the one that was started later is right.
    if (startedAt < readAt) return number ?? result;
    isFailing = false;
    number = result;
    readAt = startedAt;
    validFrom = startedAt;
    return number;
  }

  async function refreshOrUseOld(): Promise<number> {
    const startedAt = now();
    try {
      return await refresh();
    } catch (error) {
      onError(error);
      // Stale pages are better than none.
      if (number === undefined) throw error;
      // A read that was started later may have succeeded.
      if (startedAt >= readAt) {
        isFailing = true;
        validFrom = now();
      }
      return number;
    }
  }

  function refreshOnce(): Promise<number> {
    if (pending) return pending;
    const started = refreshOrUseOld().finally(() => {
      if (pending === started) pending = undefined;
    });
    pending = started;
    return started;
  }

  function cached(): number | undefined {
    const age = now() - validFrom;
    const isValid = age < MAX_AGE_MS || (isFailing && pending !== undefined);
    if (number === undefined || !isValid) return undefined;
    if (age >= REVALIDATE_AFTER_MS) refreshOnce().catch(() => {});
    return number;
  }

  return {
    cached,
    current: async () => cached() ?? refreshOnce(),
    refresh,
    reset() {
      number = undefined;
      // A pending read may return the state before the change.
      readAt = now();
      pending = undefined;
    },
  };
}
