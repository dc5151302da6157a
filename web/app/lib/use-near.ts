import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onNear` when an element comes near to the screen, and again if it is, after `progress`. */
export function useNear<Target extends Element>(
  onNear: () => void,
  progress: unknown,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const near = useEffectEvent(onNear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: progress is what to look again for
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      rootMargin: '1000px',
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [progress]);
  return target;
}
