import type { BlogSize } from '@longhand/contract/post-query';
import { createApiClient } from './api-client.ts';
import { readToken } from './read-token.ts';
import { removeToken } from './session.ts';

/** The server writes the API's origin into the page if it is another one. */
export function apiAddress(path: string): string {
  return `${document.documentElement.dataset.api ?? ''}/api${path}`;
}

export function sizeOfBlog(): BlogSize {
  return (document.documentElement.dataset.size ?? 'small') as BlogSize;
}

export const browserApi = createApiClient((path) => {
  const token = readToken();
  return fetch(apiAddress(path), {
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
});

/** Works without the server, too: the token is removed first. */
export function browserLogout(): void {
  const token = readToken();
  removeToken();
  if (!token) return;
  const headers = { authorization: `Bearer ${token}` };
  fetch(apiAddress('/logout'), { method: 'POST', headers }).catch(console.error);
}
