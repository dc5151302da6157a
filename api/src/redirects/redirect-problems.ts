import type { RedirectInput } from '@longhand/contract/redirect-list';
import { MAX_REDIRECT_PATH } from '@longhand/contract/redirects';
import { ProblemError } from '../http/problem.ts';

/** Of the fields of a redirect, as the end of a sentence. */
const REFUSALS = {
  'not-a-path': [
    'from',
    `must be a path that starts with / and has at most ${MAX_REDIRECT_PATH} characters`,
  ],
  'used-here': ['from', 'is an address that this site uses itself, so it cannot lead elsewhere'],
  exists: ['from', 'leads somewhere already; change that redirect instead'],
  'not-an-address': [
    'to',
    'must be a path of this site that starts with /, or an address that starts with http:// or https://',
  ],
  loop: ['to', 'leads back to the old address'],
} as const satisfies Record<string, readonly [keyof RedirectInput, string]>;

export const isRefusal = (outcome: string): outcome is Refusal => Object.hasOwn(REFUSALS, outcome);

export type Refusal = keyof typeof REFUSALS;

const NAMES = { from: 'The old address', to: 'The new address' };

export function refusalSentence(refusal: Refusal): string {
  const [field, message] = REFUSALS[refusal];
  return `${NAMES[field]} ${message}.`;
}

export function refused(refusal: Refusal): ProblemError {
  const [field, message] = REFUSALS[refusal];
  return new ProblemError('invalid-input', refusalSentence(refusal), {
    errors: { [field]: [message] },
  });
}

export function noSuchRedirect(): ProblemError {
  return new ProblemError(
    'not-found',
    'There is no redirect from this address. It may have been removed.',
  );
}
