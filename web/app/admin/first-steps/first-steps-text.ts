import type { FirstStep, FirstSteps } from '@longhand/contract/account';
import { countPosts } from '../posts/bulk/bulk-words.ts';

type Step = { readonly text: string; readonly parts: readonly FirstStep[] };

/** In the order of the list. How one writes is asked with the first post. */
export const STEPS = {
  write: { text: 'Write your first post', parts: ['write_post'] },
  site: { text: 'Name your site, and switch on statistics', parts: ['name_site', 'statistics'] },
  contact: { text: 'Add your contact address and social links', parts: ['own_address'] },
  newsletter: { text: 'Set up the newsletter, or hide the sign-up form', parts: ['newsletter'] },
  samples: {
    text: 'Remove the sample posts, and write about yourself',
    parts: ['remove_samples', 'write_about'],
  },
  backups: { text: 'Make backups', parts: ['make_backups'] },
} as const satisfies Readonly<Record<string, Step>>;

export type StepName = keyof typeof STEPS;

/** Statistics are offered while the list is there, and do not keep it. */
const NEEDED: ReadonlySet<FirstStep> = new Set(
  Object.values(STEPS)
    .flatMap(({ parts }): readonly FirstStep[] => parts)
    .filter((name) => name !== 'statistics'),
);

export function isOpen({ steps, dismissed }: FirstSteps): boolean {
  return !dismissed && steps.some(({ name, done }) => NEEDED.has(name) && !done);
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
