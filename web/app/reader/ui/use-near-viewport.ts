import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onNear` when the element is close to the viewport, and checks again when `progress` changes. */
export function useNearViewport<Target extends Element>(
  onNear: () => void,
  progress: unknown,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const near = useEffectEvent(onNear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of progress repeats the check
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      // So far that on a slow line the posts are there before the reader is.
      rootMargin: '2000px',
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [progress]);
  return target;
}
