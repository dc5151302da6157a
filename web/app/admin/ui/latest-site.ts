import { browserApi } from '../../lib/browser-api.ts';
import { storeLatestSite } from '../../reader/site/site-store.ts';
import { showAccent } from './show-accent.ts';

/**
 * Call it after settings or pages were saved. A failure is only logged because they are saved all
 * the same.
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
