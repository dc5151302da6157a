const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago, in words: 3 minutes ago. */
export function relativeTime(then: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - then) / 1000);
  const [unit, length] = STEPS.find(([, each]) => seconds >= each) ?? [];
  return unit && length ? words.format(-Math.floor(seconds / length), unit) : 'just now';
}
