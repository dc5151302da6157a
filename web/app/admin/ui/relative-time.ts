const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const formatter = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Returns for example '3 minutes ago'. */
export function relativeTime(then: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - then) / 1000);
  const [unit, length] = STEPS.find(([, length]) => seconds >= length) ?? [];
  return unit && length ? formatter.format(-Math.floor(seconds / length), unit) : 'just now';
}
