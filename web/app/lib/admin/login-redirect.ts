import { useSyncExternalStore } from 'react';
import { inSessionStorage } from './session-storage.ts';

/** Where the login leads, and whether somebody is there because the session ended. */
type LoginRedirect = { readonly to: string; readonly ended: boolean };

const NAME = 'login-redirect';

export function rememberLoginRedirect(redirect: LoginRedirect): void {
  inSessionStorage((storage) => storage.setItem(NAME, JSON.stringify(redirect)));
}

export function forgetLoginRedirect(): void {
  inSessionStorage((storage) => storage.removeItem(NAME));
}

/** The subscription to what does not change while a page is shown. */
export const neverChanges = () => () => {};

/** Null on the server, and for somebody who came to the login by themselves. */
export function useLoginRedirect(): LoginRedirect | null {
  const stored = useSyncExternalStore(
    neverChanges,
    () => inSessionStorage((storage) => storage.getItem(NAME)),
    () => null,
  );
  const redirect: LoginRedirect | null = stored === null ? null : JSON.parse(stored);
  return redirect?.to.startsWith('/admin') ? redirect : null;
}
