import { isOwnAddress } from '@longhand/contract/pages/page-addresses';
import { MAX_REDIRECT_PATH, normalRedirectPath } from '@longhand/contract/redirects';
import type { Database } from '../database/tables.ts';
import { findPage, findPost, findRedirect, type RedirectTarget } from './redirects.repository.ts';

const NO_TARGET: RedirectTarget = { post_id: null, page_id: null, to_address: null };

export const toPost = (post_id: string): RedirectTarget => ({ ...NO_TARGET, post_id });
export const toPage = (page_id: string): RedirectTarget => ({ ...NO_TARGET, page_id });
const toAddress = (to_address: string): RedirectTarget => ({ ...NO_TARGET, to_address });

type Found = { readonly target: RedirectTarget; readonly isDeleted: boolean };

/** Also finds a document that had this path before; the path must come from `normalRedirectPath`. */
export async function findDocument(db: Database, path: string): Promise<Found | undefined> {
  const [, first = '', second, ...rest] = path.split('/');
  if (rest.length > 0) return undefined;
  if (second === undefined) {
    const page = await findPage(db, first);
    return page && { target: toPage(page.id), isDeleted: page.isDeleted };
  }
  const post = first === 'blog' ? await findPost(db, second) : undefined;
  return post && { target: toPost(post.id), isDeleted: post.isDeleted };
}

/** Looks addresses up in the database, or in what an import would leave there. */
export type Addresses = {
  /** Skips deleted documents: their addresses may lead elsewhere. */
  findDocument(path: string): Promise<RedirectTarget | undefined>;
  findRedirect(path: string): Promise<RedirectTarget | undefined>;
};

export function addressesIn(db: Database): Addresses {
  return {
    async findDocument(path) {
      const found = await findDocument(db, path);
      return found?.isDeleted ? undefined : found?.target;
    },
    findRedirect: (path) => findRedirect(db, path),
  };
}

/** True for addresses of the site itself, and for present and former ones of its posts and pages. */
export async function isUsedHere({ findDocument }: Addresses, path: string): Promise<boolean> {
  return isOwnAddress(path) || (await findDocument(path)) !== undefined;
}

/** If the address has a host, its path and query are the old path. */
export function readOldPath(address: string): string | null {
  const trimmed = address.trim();
  if (!/^https?:/i.test(trimmed)) return normalRedirectPath(trimmed);
  const url = URL.parse(trimmed);
  return url && normalRedirectPath(url.pathname + url.search);
}

/** Returns a path of this site or an http(s) address; null for anything else, and with a password. */
function readNewAddress(address: string, siteUrl: string): string | null {
  const url = URL.parse(address, siteUrl);
  if (!url || !/^\/|^https?:\/\//i.test(address) || url.username || url.password) return null;
  if (url.href.length > MAX_REDIRECT_PATH) return null;
  const isHere = url.origin === new URL(siteUrl).origin;
  // A path that leads to another host is like `//host`, also with a tab between the slashes.
  if (!isHere) return address.startsWith('/') ? null : url.href;
  // Browsers would take the first part after two slashes for a host.
  return url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash;
}

/** Null if no redirect can lead to this address. */
export async function readTarget(
  { findDocument }: Addresses,
  address: string,
  siteUrl: string,
): Promise<RedirectTarget | null> {
  const to = readNewAddress(address.trim(), siteUrl);
  if (to === null) return null;
  const path = /[?#]/.test(to) ? null : normalRedirectPath(to);
  return (path !== null && (await findDocument(path))) || toAddress(to);
}
