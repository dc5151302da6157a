import type { BlogSize } from '@longhand/contract/post-query';
import { createApiClient } from './api-client.ts';
import { readToken, removeToken } from './session.ts';

/** Where a call goes: the page itself says which host the API has, if it is not its own. */
export function apiAddress(path: string): string {
  return `${document.documentElement.dataset.api ?? ''}/api${path}`;
}

/** How much there is to load: the page says that, too. */
export function sizeOfBlog(): BlogSize {
  return (document.documentElement.dataset.size ?? 'small') as BlogSize;
}

/** The API as a visitor's browser calls it. */
export const browserApi = createApiClient((path) => {
  const token = readToken();
  return fetch(apiAddress(path), {
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
});

/** Forgets the token at once, and ends its session on the server if that can be reached. */
export function browserLogout(): void {
  const token = readToken();
  removeToken();
  if (!token) return;
  const headers = { authorization: `Bearer ${token}` };
  fetch(apiAddress('/logout'), { method: 'POST', headers }).catch(console.error);
}
