import { useSyncExternalStore } from 'react';

/** Where the login leads, and whether somebody is there because the session ended. */
type LoginRedirect = { readonly to: string; readonly ended: boolean };

const NAME = 'login-redirect';

/** Where storage is forbidden, the login leads to the dashboard. */
function inStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

export function rememberLoginRedirect(redirect: LoginRedirect): void {
  inStorage((storage) => storage.setItem(NAME, JSON.stringify(redirect)));
}

export function forgetLoginRedirect(): void {
  inStorage((storage) => storage.removeItem(NAME));
}

/** The subscription to what does not change while a page is shown. */
export const neverChanges = () => () => {};

/** Null on the server, and for somebody who came to the login by themselves. */
export function useLoginRedirect(): LoginRedirect | null {
  const stored = useSyncExternalStore(
    neverChanges,
    () => inStorage((storage) => storage.getItem(NAME)),
    () => null,
  );
  const redirect: LoginRedirect | null = stored === null ? null : JSON.parse(stored);
  return redirect?.to.startsWith('/admin') ? redirect : null;
}
