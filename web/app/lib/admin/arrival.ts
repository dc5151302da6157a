import { useSyncExternalStore } from 'react';

/** How somebody came to the login: on the way to another page, or because the session ended. */
export type Arrival = { readonly to: string; readonly ended: boolean };

const NAME = 'arrival';

/** Where storage is forbidden, one arrives from nowhere. */
function inStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

export function rememberArrival(arrival: Arrival): void {
  inStorage((storage) => storage.setItem(NAME, JSON.stringify(arrival)));
}

export function forgetArrival(): void {
  inStorage((storage) => storage.removeItem(NAME));
}

/** For what does not change while a page is shown. */
export const unchanging = () => () => {};

/** Null on the server, and for somebody who came to the login by themselves. */
export function useArrival(): Arrival | null {
  const stored = useSyncExternalStore(
    unchanging,
    () => inStorage((storage) => storage.getItem(NAME)),
    () => null,
  );
  const arrival: Arrival | null = stored === null ? null : JSON.parse(stored);
  return arrival?.to.startsWith('/admin') ? arrival : null;
}
