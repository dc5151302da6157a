import { type RefObject, useState } from 'react';
import { useNearViewport } from '../../../reader/ui/use-near-viewport.ts';

/** Fills a high screen; more rows would delay the first ones. */
const STEP = 50;

/** Renders more as soon as the end of the list is near the viewport. */
export function useGrowingList<Entry>(
  entries: readonly Entry[],
  /** A change starts again with the first step. */
  identity: string,
  minCount = STEP,
): [shown: readonly Entry[], end: RefObject<HTMLDivElement | null>] {
  const [shown, setShown] = useState({ identity, count: Math.max(minCount, STEP) });
  const count = shown.identity === identity ? shown.count : STEP;
  const end = useNearViewport<HTMLDivElement>(
    () => count < entries.length && setShown({ identity, count: count + STEP }),
    `${identity} ${count} ${entries.length}`,
  );
  return [entries.slice(0, count), end];
}
