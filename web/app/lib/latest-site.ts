import { browserApi } from './browser-api.ts';
import { showAccent } from './show-accent.ts';
import { storeLatestSite } from './site-store.ts';

/**
 * Shows the site as it is now, without loading the page again: to be called after settings or
 * pages were saved. A failure is only logged, as they are saved all the same.
 */
export async function refreshSite(): Promise<void> {
  try {
    const site = await browserApi.readSite();
    showAccent(site.accent);
    storeLatestSite(site);
  } catch (error) {
    console.error(error);
  }
}
