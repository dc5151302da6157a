import type { RedirectInput } from '@longhand/contract/redirect-list';
import { MAX_REDIRECT_PATH } from '@longhand/contract/redirects';
import { notFound, ProblemError } from '../http/problem.ts';
import {
  type Addresses,
  isUsedHere,
  readOldPath,
  readTarget,
  toPage,
  toPost,
} from './redirect-addresses.ts';
import { leadsBack } from './redirect-chains.ts';
import type { RedirectTarget } from './redirects.repository.ts';

/** Each text completes a sentence that begins with the name of the field. */
const REFUSALS = {
  'not-a-path': [
    'from',
    `must be a path that starts with / and has at most ${MAX_REDIRECT_PATH} characters`,
  ],
  'used-here': ['from', 'is used by this site itself, so it cannot redirect elsewhere'],
  exists: ['from', 'already has a redirect; change that one instead'],
  'not-an-address': [
    'to',
    'must be a path on this site that starts with /, or a URL that starts with http:// or https://',
  ],
  loop: ['to', 'redirects back to the old address'],
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
  return notFound('There is no redirect from this address. It may have been removed.');
}

/** `post` and `page` are ids of documents here, `to` is an address. */
export type ImportedRedirect = { readonly from: string } & (
  | { readonly post: string }
  | { readonly page: string }
  | { readonly to: string }
);

export type Checked = { readonly from: string; readonly target: RedirectTarget };

/** Undefined if it leads to an address. */
export function documentOf(redirect: ImportedRedirect): RedirectTarget | undefined {
  if ('post' in redirect) return toPost(redirect.post);
  return 'page' in redirect ? toPage(redirect.page) : undefined;
}

async function targetOf(addresses: Addresses, redirect: ImportedRedirect, siteUrl: string) {
  if ('to' in redirect) return readTarget(addresses, redirect.to, siteUrl);
  return documentOf(redirect) ?? null;
}

/** Returns the redirect as it would be stored, or why it is refused. */
export async function checkRedirect(
  addresses: Addresses,
  redirect: ImportedRedirect,
  siteUrl: string,
): Promise<Checked | Refusal> {
  const from = readOldPath(redirect.from);
  if (from === null) return 'not-a-path';
  if (await isUsedHere(addresses, from)) return 'used-here';
  const target = await targetOf(addresses, redirect, siteUrl);
  if (target === null) return 'not-an-address';
  return (await leadsBack(addresses, from, target)) ? 'loop' : { from, target };
}
