import { isOwnAddress } from '@longhand/contract/page-addresses';
import { MAX_REDIRECT_PATH, normalRedirectPath } from '@longhand/contract/redirects';
import type { Database } from '../database/tables.ts';
import {
  findPageId,
  findPostId,
  findRedirect,
  type RedirectTarget,
} from './redirects.repository.ts';

const NO_TARGET: RedirectTarget = { post_id: null, page_id: null, to_address: null };

export const toPost = (post_id: string): RedirectTarget => ({ ...NO_TARGET, post_id });
export const toPage = (page_id: string): RedirectTarget => ({ ...NO_TARGET, page_id });
const toAddress = (to_address: string): RedirectTarget => ({ ...NO_TARGET, to_address });

/** The post or page with this path, in the form of `normalRedirectPath`. */
export async function findDocument(
  db: Database,
  path: string,
): Promise<RedirectTarget | undefined> {
  const [, first = '', second, ...rest] = path.split('/');
  if (rest.length > 0) return undefined;
  if (second === undefined) {
    const page = await findPageId(db, first);
    return page === undefined ? undefined : toPage(page);
  }
  const post = first === 'blog' ? await findPostId(db, second) : undefined;
  return post === undefined ? undefined : toPost(post);
}

/** What is at an address: in the database, or as an import would leave it. */
export type Addresses = {
  findDocument(path: string): Promise<RedirectTarget | undefined>;
  findRedirect(path: string): Promise<RedirectTarget | undefined>;
};

export function addressesIn(db: Database): Addresses {
  return {
    findDocument: (path) => findDocument(db, path),
    findRedirect: (path) => findRedirect(db, path),
  };
}

/** Whether it is an address of the site itself, or of one of its posts and pages, now or before. */
export async function isUsedHere({ findDocument }: Addresses, path: string): Promise<boolean> {
  return isOwnAddress(path) || (await findDocument(path)) !== undefined;
}

/** Of an address with a host, the path and the query are the old path. */
export function readOldPath(address: string): string | null {
  const trimmed = address.trim();
  if (!/^https?:/i.test(trimmed)) return normalRedirectPath(trimmed);
  const url = URL.parse(trimmed);
  return url && normalRedirectPath(url.pathname + url.search);
}

/** A path of this site, or an http(s) address without a password; null if it is neither. */
function readNewAddress(address: string, siteUrl: string): string | null {
  const url = URL.parse(address, siteUrl);
  if (!url || !/^\/|^https?:\/\//i.test(address) || url.username || url.password) return null;
  if (url.href.length > MAX_REDIRECT_PATH) return null;
  const isHere = url.origin === new URL(siteUrl).origin;
  // Like `//host`, also with a tab between the slashes.
  if (!isHere) return address.startsWith('/') ? null : url.href;
  // Browsers would take the first part after two slashes for a host.
  return url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash;
}

/** Null if it is no address that a redirect can lead to. */
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
