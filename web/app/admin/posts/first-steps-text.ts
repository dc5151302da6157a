import type { FirstSteps } from '@longhand/contract/account';
import { countPosts } from './bulk-change.ts';

export function isOpen({ steps, dismissed }: FirstSteps): boolean {
  return !dismissed && steps.some(({ done }) => !done);
}

/** The value, if it is there already. */
export function ifSettled<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([promise, Promise.resolve(undefined)]);
}

const countSamples = (count: number) => countPosts(count).replace(' ', ' sample ');

const are = (count: number) => (count === 1 ? 'is' : 'are');

export function removedText(removed: number, kept: number): string {
  const sentences = [
    removed === 0
      ? 'There were no sample posts to remove.'
      : `${countSamples(removed)} ${are(removed)} in the trash.`,
  ];
  if (kept > 0) sentences.push(`${kept} that you have changed ${kept === 1 ? 'stays' : 'stay'}.`);
  return sentences.join(' ');
}

/** `reason` says why some are not back, and what to do. */
export function broughtBackText(back: number, total: number, reason = ''): string {
  if (back === total) return `${countSamples(total)} ${are(total)} back.`;
  return `${back} of ${countSamples(total)} ${are(back)} back, the rest ${are(total - back)} in the trash. ${reason}`;
}
