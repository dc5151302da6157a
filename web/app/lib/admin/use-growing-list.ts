import { type RefObject, useState } from 'react';
import { useNearViewport } from '../use-near-viewport.ts';

const STEP = 100;

/** Shows a long list a part at a time: more as soon as its end comes near. */
export function useGrowingList<Entry>(
  entries: readonly Entry[],
  /** What makes it another list, shown from its beginning. */
  identity: string,
): [shown: readonly Entry[], end: RefObject<HTMLDivElement | null>] {
  const [shown, setShown] = useState({ identity, count: STEP });
  const count = shown.identity === identity ? shown.count : STEP;
  const end = useNearViewport<HTMLDivElement>(
    () => count < entries.length && setShown({ identity, count: count + STEP }),
    `${identity} ${count} ${entries.length}`,
  );
  return [entries.slice(0, count), end];
}
