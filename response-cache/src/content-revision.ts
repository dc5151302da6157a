/** How long what was looked up is believed: others see a change within a second. */
const BELIEVED_MS = 500;
/** Who asks after this long makes it be looked up again, without waiting for it. */
const LOOKED_UP_AGAIN_MS = 250;

export type ContentRevision = {
  /** The number that holds now, if it is known without looking. */
  known(): number | undefined;
  /** The number that holds now. */
  current(): Promise<number>;
  /** Looks, however lately somebody did, or fails: for whoever has just changed something. */
  look(): Promise<number>;
  /** For when that could not be done: whatever was known may be old. */
  forget(): void;
};

/** The number of the content's latest change, looked up at most four times a second. */
export function createContentRevision(
  read: () => Promise<number>,
  onFailure: (error: unknown) => void,
  now: () => number = () => performance.now(),
): ContentRevision {
  let number: number | undefined;
  /** When the look began that found the number; one that began before it knows less. */
  let foundAt = Number.NEGATIVE_INFINITY;
  /** From when on the number is believed: since it was found, or since nobody could find another. */
  let believedFrom = Number.NEGATIVE_INFINITY;
  let looking: Promise<number> | undefined;
  /** Since the last look failed; nobody shall wait for the next one, which may take long to fail. */
  let isAway = false;

  async function look(): Promise<number> {
    const begun = now();
    const found = await read();
    // Two looks may overtake each other: what counts is which of them began later.
    if (begun < foundAt) return number ?? found;
    isAway = false;
    number = found;
    foundAt = begun;
    believedFrom = begun;
    return number;
  }

  async function lookOrBelieve(): Promise<number> {
    const begun = now();
    try {
      return await look();
    } catch (error) {
      onFailure(error);
      // Better the pages of a minute ago than none, and not after as long a wait for each.
      if (number === undefined) throw error;
      // Whoever began later has found out what this could not.
      if (begun >= foundAt) {
        isAway = true;
        believedFrom = now();
      }
      return number;
    }
  }

  function lookOnce(): Promise<number> {
    if (looking) return looking;
    const mine = lookOrBelieve().finally(() => {
      if (looking === mine) looking = undefined;
    });
    looking = mine;
    return mine;
  }

  function known(): number | undefined {
    const age = now() - believedFrom;
    const isBelieved = age < BELIEVED_MS || (isAway && looking !== undefined);
    if (number === undefined || !isBelieved) return undefined;
    if (age >= LOOKED_UP_AGAIN_MS) lookOnce().catch(() => {});
    return number;
  }

  return {
    known,
    current: async () => known() ?? lookOnce(),
    look,
    forget() {
      number = undefined;
      // Nor is a look believed that has begun already: it may have read what was before.
      foundAt = now();
      looking = undefined;
    },
  };
}
