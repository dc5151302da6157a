import {
  type Addresses,
  isUsedHere,
  readOldPath,
  readTarget,
  toPage,
  toPost,
} from './redirect-addresses.ts';
import { leadsBack } from './redirect-chains.ts';
import type { Refusal } from './redirect-problems.ts';
import type { RedirectTarget } from './redirects.repository.ts';

/** An old address of an imported blog, with what it leads to here: an id, or an address. */
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

/** As it would be stored, or why it cannot be. */
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
