import { useSyncExternalStore } from 'react';

/** How somebody came to the login: on the way to another page, or because the session ended. */
export type Arrival = { readonly to: string; readonly ended: boolean };

const NAME = 'arrival';

export function rememberArrival(arrival: Arrival): void {
  sessionStorage.setItem(NAME, JSON.stringify(arrival));
}

export function forgetArrival(): void {
  sessionStorage.removeItem(NAME);
}

const unchanging = () => () => {};

/** Null on the server, and for somebody who came to the login by themselves. */
export function useArrival(): Arrival | null {
  const stored = useSyncExternalStore(
    unchanging,
    () => sessionStorage.getItem(NAME),
    () => null,
  );
  const arrival: Arrival | null = stored === null ? null : JSON.parse(stored);
  return arrival?.to.startsWith('/admin') ? arrival : null;
}
