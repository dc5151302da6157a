import { createApiClient } from './api-client.ts';
import { readToken, removeToken } from './session.ts';

/** Set once by the root of the page, before anything can navigate. */
let apiUrl = '';

export function setApiUrl(url: string): void {
  apiUrl = url;
}

/** The API as a visitor's browser calls it. */
export const browserApi = createApiClient((path) => {
  const token = readToken();
  return fetch(`${apiUrl}/api${path}`, {
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
});

/** Forgets the token at once, and ends its session on the server if that can be reached. */
export function browserLogout(): void {
  const token = readToken();
  removeToken();
  if (!token) return;
  const headers = { authorization: `Bearer ${token}` };
  fetch(`${apiUrl}/api/logout`, { method: 'POST', headers }).catch(console.error);
}
