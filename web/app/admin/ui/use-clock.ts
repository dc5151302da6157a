import { useEffect, useReducer } from 'react';

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Renders again when one of these times has come. Times that are empty or past do not count. */
export function useClock(times: readonly string[]): void {
  const [passed, pass] = useReducer((count: number) => count + 1, 0);
  const delays = times.map((time) => Date.parse(time) - Date.now()).filter((delay) => delay > 0);
  const next = Math.min(...delays, LONGEST_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time, or the next one
  useEffect(() => {
    if (next === LONGEST_MS) return;
    const timer = setTimeout(pass, next + 1);
    return () => clearTimeout(timer);
  }, [times.join(), passed]);
}
