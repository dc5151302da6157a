import { useEffect, useReducer } from 'react';

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Renders again when one of these times has come; empty and past times do not count. */
export function useClock(times: readonly string[]): void {
  const [passed, pass] = useReducer((count: number) => count + 1, 0);
  const delays = times.map((time) => Date.parse(time) - Date.now()).filter((delay) => delay > 0);
  const next = Math.min(...delays, MAX_TIMER_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time, or the next one
  useEffect(() => {
    if (next === MAX_TIMER_MS) return;
    const timer = setTimeout(pass, next + 1);
    return () => clearTimeout(timer);
  }, [times.join(), passed]);
}
