import { normalRedirectPath } from '@longhand/contract/redirects';
import type { CachedResponse } from '@longhand/response-cache';
import { createApiClient, orElse, type Transport } from '../app/lib/api-client.ts';
import { canonicalPath, parsePageUrl } from './page-url.ts';

/** True if the query is what an old blog had instead of a path, like `/?p=1`. */
export function hasOldId(page: string, query: string): boolean {
  return page === '/' && query !== '' && normalRedirectPath(page + query) !== page;
}

/** These parameters of an old blog mean nothing here. */
const OLD_ID = /(?<=^|&)(?:p|page_id|attachment_id|cat)=\d+(?:&|$)/g;

/** An address of another site, or with a query of its own, stays as it is. */
export function withQuery(address: string, query: string): string {
  return /^[^/]|[?#]/.test(address) ? address : address + query;
}

function withoutOldId(query: string): string {
  const others = query.slice(1).replace(OLD_ID, '').replace(/&$/, '');
  return others === '' ? '' : `?${others}`;
}

type Options = {
  fetchApi: Transport;
  getPage: (page: string, requestId: string) => Promise<CachedResponse>;
};

export function createOldAddresses({ fetchApi, getPage }: Options) {
  /**
   * A page that itself leads elsewhere would be a second step: a topic is spelled as its posts spell it. Others are not
   * rendered for that, least of all those that do not exist.
   */
  async function endOf(address: string, requestId: string): Promise<string> {
    if (!address.startsWith('/')) return address;
    const { page } = parsePageUrl(address.replace(/#.*/s, ''));
    const path = canonicalPath(page) ?? page;
    if (!path.startsWith('/topics/')) return address;
    const response = await getPage(path, requestId);
    return response.headers.location ?? address;
  }

  return {
    endOf,

    /** Keeps the other parameters of the target. Undefined if it leads nowhere, or the API fails. */
    async findMoved(target: string, requestId: string): Promise<string | undefined> {
      const api = createApiClient((path) => fetchApi(path, requestId));
      const to = await orElse(api.findRedirect(target), null);
      if (to === null) return undefined;
      const query = /\?[^#]*/.exec(target)?.[0] ?? '';
      return withQuery(await endOf(to, requestId), withoutOldId(query));
    },
  };
}
