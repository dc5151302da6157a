import type { BlogSize } from '@longhand/contract/posts/post-query';
import { type ApiClient, createApiClient } from './api-client.ts';
import { readToken } from './read-token.ts';
import { removeToken } from './session.ts';

/** The server writes the API's origin into the page if it is another one. */
export function apiAddress(path: string): string {
  return `${document.documentElement.dataset.api ?? ''}/api${path}`;
}

export function sizeOfBlog(): BlogSize {
  return (document.documentElement.dataset.size ?? 'small') as BlogSize;
}

function request(path: string): Promise<Response> {
  const token = readToken();
  return fetch(apiAddress(path), {
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
}

export type PageUrl = Pick<URL, 'pathname' | 'search'>;

export const browserApi = createApiClient(request);

function isOpen({ pathname, search }: PageUrl): boolean {
  return location.pathname + location.search === pathname + search;
}

/**
 * Handles that nothing has answered: the page is loaded as a document, of which the service worker has a copy or says
 * that there is none. Unless the reader has gone elsewhere since then.
 */
function orDocument(url: PageUrl) {
  return (error: unknown): Promise<never> => {
    const canLoad = navigator.serviceWorker?.controller && isOpen(url);
    if (!canLoad || !(error instanceof TypeError)) throw error;
    return loadDocument(url);
  };
}

/** Whether the owner has given the site another language since this document was loaded. */
function isInOtherLanguage({ headers }: Response): boolean {
  const language = headers.get('content-language');
  return language !== null && language !== document.documentElement.dataset.language;
}

/** What was read ahead in another language is of no use. */
export const prefetchApi = createApiClient(async (path) => {
  const response = await request(path);
  if (isInOtherLanguage(response)) throw new Error(`${path} is in another language`);
  return response;
});

/** The router may show the address already. If it has a fragment, assigning it would only scroll there. */
function loadDocument({ pathname, search }: PageUrl): Promise<never> {
  if (isOpen({ pathname, search })) location.reload();
  else location.assign(pathname + search);
  return new Promise(() => {});
}

/** A page that was loaded in another language is loaded again as a whole. */
export function pageApi(url: PageUrl): ApiClient {
  return createApiClient(async (path) => {
    const response = await request(path).catch(orDocument(url));
    return isInOtherLanguage(response) ? loadDocument(url) : response;
  });
}

/** The token is removed first, so that this works without the server, too. */
export function browserLogout(): void {
  const token = readToken();
  removeToken();
  if (!token) return;
  const headers = { authorization: `Bearer ${token}` };
  fetch(apiAddress('/logout'), { method: 'POST', headers }).catch(console.error);
}
