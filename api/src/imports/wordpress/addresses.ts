import { MAX_REDIRECT_PATH, normalRedirectPath } from '@longhand/contract/redirects';
import { typeOf } from './item-kinds.ts';
import { childrenOf, textOf, type WxrElement } from './wxr/channel-elements.ts';

/** Has no slash at the end. */
export function siteUrlOf(address: string): string | null {
  const url = address.length > MAX_REDIRECT_PATH ? null : URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

function isSameSite(url: URL, site: URL | null): boolean {
  const host = (address: URL) => address.host.replace(/^www\./, '');
  return site !== null && host(url) === host(site);
}

/** Null if the address has a query instead of a path, or is the front page. */
function permalinkPath(address: string, site: URL | null): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '') return null;
  const isFront = url.pathname === '/' || url.pathname === `${site?.pathname ?? ''}/`;
  return isFront || url.pathname === site?.pathname ? null : url.pathname;
}

/** Old versions of WordPress gave items an address as guid. */
function guidPath(item: WxrElement, site: URL | null): string | null {
  const guid = textOf(item, 'guid');
  const url = URL.parse(guid);
  return url && isSameSite(url, site) ? permalinkPath(guid, site) : null;
}

/** WordPress keeps the former slugs of an item. */
function olderPaths(item: WxrElement, path: string | null): string[] {
  const slug = textOf(item, 'wp:post_name');
  if (path === null || slug === '' || !path.includes(`/${slug}`)) return [];
  const slugs = childrenOf(item, 'wp:postmeta')
    .filter((field) => textOf(field, 'wp:meta_key') === '_wp_old_slug')
    .map((field) => textOf(field, 'wp:meta_value'));
  const start = path.lastIndexOf(`/${slug}`) + 1;
  return slugs.map((old) => path.slice(0, start) + old + path.slice(start + slug.length));
}

function idQueries(item: WxrElement): string[] {
  const id = textOf(item, 'wp:post_id');
  if (!/^\d+$/.test(id)) return [];
  return typeOf(item) === 'page' ? [`/?page_id=${id}`, `/?p=${id}`] : [`/?p=${id}`];
}

/** The latest path comes first. */
export function addressesOf(item: WxrElement, siteUrl: string | null): string[] {
  const site = siteUrl === null ? null : URL.parse(siteUrl);
  const link = permalinkPath(textOf(item, 'link'), site);
  const paths = [link, ...idQueries(item), guidPath(item, site), ...olderPaths(item, link)];
  const byForm = new Map<string, string>();
  for (const path of paths) {
    const form = path === null ? null : normalRedirectPath(path);
    if (path !== null && form !== null && !byForm.has(form)) byForm.set(form, path);
  }
  return [...byForm.values()];
}
