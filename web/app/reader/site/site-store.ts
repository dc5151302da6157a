import type { SiteInfo } from '@longhand/contract/site/site-settings';
import { useSyncExternalStore } from 'react';

/** What the owner has saved since the page was loaded. */
let latest: SiteInfo | null = null;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null on the server, and in the browser until the owner saves something. */
export function useLatestSite(): SiteInfo | null {
  return useSyncExternalStore(
    subscribe,
    () => latest,
    () => null,
  );
}

/** Null stands for the site that the page was loaded with. */
export function storeLatestSite(site: SiteInfo | null): void {
  latest = site;
  for (const listener of listeners) listener();
}
