import { useSyncExternalStore } from 'react';

const NAME = 'token';
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
    return localStorage.getItem(NAME);
  } catch {
    // Storage can be forbidden altogether; nobody is logged in then.
    return null;
  }
}

function changeToken(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

/** Throws where storage is forbidden: without it there is no session. */
export function storeToken(token: string): void {
  changeToken(() => localStorage.setItem(NAME, token));
}

export function removeToken(): void {
  changeToken(() => {
    try {
      localStorage.removeItem(NAME);
    } catch {
      // Nothing can have been stored, either.
    }
  });
}

/** Null on the server and while hydrating: the page is the same for everybody until then. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken, () => null);
}
