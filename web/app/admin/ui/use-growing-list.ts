import { type RefObject, useState } from 'react';
import { useNearViewport } from '../../reader/ui/use-near-viewport.ts';

/** Fills a high screen; more would delay the first rows. */
const STEP = 50;

/** Renders a long list in steps: more as soon as its end is near the viewport. */
export function useGrowingList<Entry>(
  entries: readonly Entry[],
  /** A change starts again with the first step. */
  identity: string,
  /** At least so many at once. */
  first = STEP,
): [shown: readonly Entry[], end: RefObject<HTMLDivElement | null>] {
  const [shown, setShown] = useState({ identity, count: Math.max(first, STEP) });
  const count = shown.identity === identity ? shown.count : STEP;
  const end = useNearViewport<HTMLDivElement>(
    () => count < entries.length && setShown({ identity, count: count + STEP }),
    `${identity} ${count} ${entries.length}`,
  );
  return [entries.slice(0, count), end];
}
