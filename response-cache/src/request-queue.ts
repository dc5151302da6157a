/** Somebody who wants in: exactly one of the two is called, or none if nobody is there any more. */
type Visitor = {
  readonly admit: () => void;
  readonly refuse: () => void;
  readonly isGone: () => boolean;
};

export type Bounds = {
  readonly atOnce: number;
  readonly mayWait: number;
  readonly waitMs: number;
};

/** A connection is taken in one turn and heard in the next. */
const QUIET_TURNS = 2;
const MOST_TURNS = 50;

/**
 * Lets so many in at a time. Some more wait, in the order in which they came and not for long; the
 * others are told at once: whoever gets in is served in good time, however many there are.
 */
export function createRequestQueue({ atOnce, mayWait, waitMs }: Bounds) {
  const waiting = new Map<Visitor, NodeJS.Timeout>();
  let inside = 0;
  let came = 0;
  let isTurnTaken = false;
  let isCalling = false;

  /**
   * One a turn: most work is done before its turn ends. If more of it were taken up, those who come
   * meanwhile would wait where nobody sees them, for as long as it takes.
   */
  function admit(visitor: Visitor): void {
    isTurnTaken = true;
    inside += 1;
    setImmediate(endTurn);
    visitor.admit();
  }

  function endTurn(): void {
    isTurnTaken = false;
  }

  /** The machine hands over one new connection a turn: before the next one is called, all are heard. */
  function listen(turns: number, quiet: number, known: number): void {
    if (turns === 0 || quiet === QUIET_TURNS) callNext();
    else setImmediate(listen, turns - 1, came === known ? quiet + 1 : 0, came);
  }

  function callSoon(): void {
    if (isCalling || waiting.size === 0 || inside >= atOnce) return;
    isCalling = true;
    setImmediate(listen, MOST_TURNS, 0, came);
  }

  function callNext(): void {
    isCalling = false;
    for (const [visitor, timer] of waiting) {
      clearTimeout(timer);
      waiting.delete(visitor);
      if (visitor.isGone()) continue;
      admit(visitor);
      break;
    }
    callSoon();
  }

  function giveUp(visitor: Visitor): void {
    waiting.delete(visitor);
    if (!visitor.isGone()) visitor.refuse();
  }

  return {
    enter(visitor: Visitor): void {
      came += 1;
      if (inside < atOnce && waiting.size === 0 && !isTurnTaken) admit(visitor);
      else if (waiting.size < mayWait) waiting.set(visitor, setTimeout(giveUp, waitMs, visitor));
      else visitor.refuse();
      callSoon();
    },

    leave(): void {
      inside -= 1;
      callSoon();
    },
  };
}

export type Gate = ReturnType<typeof createRequestQueue>;
