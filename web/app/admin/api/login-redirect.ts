import { useSyncExternalStore } from 'react';
import { inSessionStorage } from '../../lib/session-storage.ts';

/** `ended` says where the session ended; null if there was none. */
type LoginRedirect = { readonly to: string; readonly ended: 'here' | 'elsewhere' | null };

const STORAGE_KEY = 'login-redirect';

export function rememberLoginRedirect(redirect: LoginRedirect): void {
  inSessionStorage((storage) => storage.setItem(STORAGE_KEY, JSON.stringify(redirect)));
}

export function forgetLoginRedirect(): void {
  inSessionStorage((storage) => storage.removeItem(STORAGE_KEY));
}

/** For useSyncExternalStore, where the value does not change while the page is shown. */
export const neverChanges = () => () => {};

/** Null on the server, and if the login page was opened directly. */
export function useLoginRedirect(): LoginRedirect | null {
  const stored = useSyncExternalStore(
    neverChanges,
    () => inSessionStorage((storage) => storage.getItem(STORAGE_KEY)),
    () => null,
  );
  const redirect: LoginRedirect | null = stored === null ? null : JSON.parse(stored);
  return redirect?.to.startsWith('/admin') ? redirect : null;
}
