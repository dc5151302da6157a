import { type RefObject, useEffect, useRef, useState } from 'react';

const STEP = 100;

/** Shows a long list a part at a time: more as soon as its end comes near. */
export function useGrowingList<Entry>(
  entries: readonly Entry[],
  /** What makes it another list, shown from its beginning. */
  identity: string,
): [shown: readonly Entry[], end: RefObject<HTMLDivElement | null>] {
  const end = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ identity, count: STEP });
  const count = shown.identity === identity ? shown.count : STEP;
  const complete = count >= entries.length;

  useEffect(() => {
    if (!end.current || complete) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setShown({ identity, count: count + STEP });
      },
      { rootMargin: '1000px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [identity, count, complete]);

  return [entries.slice(0, count), end];
}
