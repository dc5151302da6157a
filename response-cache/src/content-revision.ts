type Ages = {
  /** A number that was read is valid for this time, in which changes of other processes are not seen. */
  readonly validMs: number;
  /** After this age, the number is read again in the background. */
  readonly revalidateAfterMs: number;
};

const USUAL: Ages = { validMs: 500, revalidateAfterMs: 250 };
/** Applies while an import makes changes all the time, because all pages are rendered again for each number. */
const BUSY: Ages = { validMs: 3_000, revalidateAfterMs: 2_500 };
/** So many reads in a row must find a number that is this much higher; an edit raises it by one to a few. */
const BUSY_AFTER_READS = 4;
const BUSY_CHANGES = 10;
/** Reads that are further apart are not in a row. */
const IN_A_ROW_MS = 2 * BUSY.validMs;

/** A process sees the changes of another within this time. */
export const MAX_REVISION_LAG_MS = BUSY.validMs;

export type ContentRevision = {
  /** Undefined if the revision is not known without waiting. */
  cached(): number | undefined;
  current(): Promise<number>;
  /** Called after a change. Reads the revision again, or rejects. */
  refresh(): Promise<number>;
  /** Called when `refresh` fails. Discards the cached number. */
  reset(): void;
};

/** The revision is the number of the content's latest change. It is read at most four times a second. */
export function createContentRevision(
  read: () => Promise<number>,
  onError: (error: unknown) => void,
  now: () => number = () => performance.now(),
): ContentRevision {
  let number: number | undefined;
  /** The start of the read that returned `number`. Results of earlier reads are ignored. */
  let readAt = Number.NEGATIVE_INFINITY;
  /** The start of `validMs`, which is the last successful read, or the last failure. */
  let validFrom = Number.NEGATIVE_INFINITY;
  let pending: Promise<number> | undefined;
  /** While reads fail, the old number is used, so that requests do not wait for time-outs. */
  let isFailing = false;
  /** The number of reads in a row that have found many changes of another process. */
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
      // Outdated pages are better than none.
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
