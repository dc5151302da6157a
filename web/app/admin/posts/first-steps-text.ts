import type { FirstSteps } from '@longhand/contract/account';
import { countPosts } from './bulk-words.ts';

export function isOpen({ steps, dismissed }: FirstSteps): boolean {
  return !dismissed && steps.some(({ done }) => !done);
}

export const countSamples = (count: number) => countPosts(count).replace(' ', ' sample ');

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
