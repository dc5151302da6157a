import { useSyncExternalStore } from 'react';
import { readToken, TOKEN_KEY } from './read-token.ts';

const listeners = new Set<() => void>();

export function subscribeToToken(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may log in or out.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function changeToken(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

/** Throws where storage is forbidden: without it there is no session. */
export function storeToken(token: string): void {
  changeToken(() => localStorage.setItem(TOKEN_KEY, token));
}

export function removeToken(): void {
  changeToken(() => {
    try {
      localStorage.removeItem(TOKEN_KEY);
    } catch {
      // Storage is forbidden: there is no token to remove.
    }
  });
}

/** Null on the server and while hydrating: the server renders one page for all visitors. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribeToToken, readToken, () => null);
}
