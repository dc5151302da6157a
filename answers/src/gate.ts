/** Somebody who wants in: exactly one of the two is called, or none if nobody is there any more. */
export type Visitor = {
  readonly admit: () => void;
  readonly refuse: () => void;
  readonly isGone: () => boolean;
};

export type Bounds = {
  readonly atOnce: number;
  readonly mayWait: number;
  readonly waitMs: number;
};

/**
 * Lets so many in at a time. Some more wait, in the order in which they came and not for long; the
 * others are told at once: whoever gets in is served in good time, however many there are.
 */
export function createGate({ atOnce, mayWait, waitMs }: Bounds) {
  const waiting = new Map<Visitor, NodeJS.Timeout>();
  let inside = 0;
  let isCalling = false;

  function admit(visitor: Visitor): void {
    inside += 1;
    visitor.admit();
  }

  function callNext(): void {
    isCalling = false;
    for (const [visitor, timer] of waiting) {
      if (inside >= atOnce) return;
      clearTimeout(timer);
      waiting.delete(visitor);
      if (!visitor.isGone()) admit(visitor);
    }
  }

  function giveUp(visitor: Visitor): void {
    waiting.delete(visitor);
    if (!visitor.isGone()) visitor.refuse();
  }

  return {
    enter(visitor: Visitor): void {
      if (inside < atOnce && waiting.size === 0) admit(visitor);
      else if (waiting.size < mayWait) waiting.set(visitor, setTimeout(giveUp, waitMs, visitor));
      else visitor.refuse();
    },

    leave(): void {
      inside -= 1;
      if (isCalling || waiting.size === 0) return;
      isCalling = true;
      // Not at once: in between, others are heard, and those answered who need not wait.
      setImmediate(callNext);
    },
  };
}
