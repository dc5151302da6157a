type Ages = {
  /** How long a number that was read is valid: until then, other processes see an older one. */
  readonly validMs: number;
  /** After this age, the number is read again in the background. */
  readonly revalidateAfterMs: number;
};

const USUAL: Ages = { validMs: 500, revalidateAfterMs: 250 };
/** While an import changes something all the time: each number means that all pages are rendered again. */
const BUSY: Ages = { validMs: 3_000, revalidateAfterMs: 2_500 };
/** So many reads in a row found a number that is this much higher; an edit raises it by one to a few. */
const BUSY_AFTER_READS = 4;
const BUSY_CHANGES = 10;
/** Reads that are further apart are not in a row. */
const IN_A_ROW_MS = 2 * BUSY.validMs;

/** The longest time until a process sees what another one has changed. */
export const MAX_REVISION_LAG_MS = BUSY.validMs;

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
  /** The start of `validMs`: the last successful read, or the last failure. */
  let validFrom = Number.NEGATIVE_INFINITY;
  let pending: Promise<number> | undefined;
  /** While reads fail, the old number is used, so that requests do not wait for time-outs. */
  let isFailing = false;
  /** How many reads in a row have found many changes of another process. */
  let changes = 0;

  const ages = () => (changes >= BUSY_AFTER_READS ? BUSY : USUAL);

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
    const before = number;
    const isInARow = startedAt - readAt < IN_A_ROW_MS;
    try {
      const found = await refresh();
      const isBusy = isInARow && found - (before ?? found) >= BUSY_CHANGES;
      changes = isBusy ? changes + 1 : 0;
      return found;
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
    const isValid = age < ages().validMs || (isFailing && pending !== undefined);
    if (number === undefined || !isValid) return undefined;
    if (age >= ages().revalidateAfterMs) refreshOnce().catch(() => {});
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
