import type { SiteInfo } from '@longhand/contract/site-settings';
import { useSyncExternalStore } from 'react';
import { browserApi } from './browser-api.ts';

/** What the owner has saved since the page was loaded. */
let latest: SiteInfo | null = null;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null on the server, and in the browser until `refreshSite` was called. */
export function useLatestSite(): SiteInfo | null {
  return useSyncExternalStore(
    subscribe,
    () => latest,
    () => null,
  );
}

/**
 * Shows the site as it is now, without loading the page again: to be called after settings or
 * pages were saved. A failure is only logged, as they are saved all the same.
 */
export async function refreshSite(): Promise<void> {
  try {
    const site = await browserApi.readSite();
    // Loaded now: readers do not need it.
    const { showAccent } = await import('./show-accent.ts');
    showAccent(site.accent);
    latest = site;
    for (const listener of listeners) listener();
  } catch (error) {
    console.error(error);
  }
}
