import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'token';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may log in or out.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function readToken(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage is forbidden: there can be no session.
    return null;
  }
}

function changeToken(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

/** Throws where storage is forbidden: without it there is no session. */
export function storeToken(token: string): void {
  changeToken(() => localStorage.setItem(STORAGE_KEY, token));
}

export function removeToken(): void {
  changeToken(() => {
    try {
      localStorage.removeItem(STORAGE_KEY);
    } catch {
      // Storage is forbidden: there is no token to remove.
    }
  });
}

/** Null on the server and while hydrating: the server renders one page for all visitors. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken, () => null);
}
