import { normalRedirectPath } from '@longhand/contract/redirects';
import type { CachedResponse } from '@longhand/response-cache';
import { createApiClient, orElse, type Transport } from '../app/lib/api-client.ts';
import { canonicalPath } from './canonical-path.ts';
import { parsePageUrl } from './page-url.ts';

/** Whether the query is what an old blog had instead of a path, like `/?p=1`. */
export function hasOldId(page: string, query: string): boolean {
  return page === '/' && query !== '' && normalRedirectPath(page + query) !== page;
}

/** Of an old blog: it says nothing here. */
const OLD_ID = /(?<=^|&)(?:p|page_id|attachment_id|cat)=\d+(?:&|$)/g;

/** With the query of the request, unless the address is one of another site, or has its own. */
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
  /** A page that itself leads elsewhere would be a second step: a topic is spelled as its posts spell it. */
  async function endOf(address: string, requestId: string): Promise<string> {
    if (!address.startsWith('/')) return address;
    const { page } = parsePageUrl(address.replace(/#.*/s, ''));
    const response = await getPage(canonicalPath(page) ?? page, requestId);
    return response.headers.location ?? address;
  }

  return {
    endOf,

    /** With the other parameters of the target. Undefined if it leads nowhere, or the API fails. */
    async findMoved(target: string, requestId: string): Promise<string | undefined> {
      const api = createApiClient((path) => fetchApi(path, requestId));
      const to = await orElse(api.findRedirect(target), null);
      if (to === null) return undefined;
      const query = /\?[^#]*/.exec(target)?.[0] ?? '';
      return withQuery(await endOf(to, requestId), withoutOldId(query));
    },
  };
}
