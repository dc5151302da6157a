import { redirect } from 'react-router';
import { type ApiClient, orElse } from './api-client.ts';
import type { PageUrl } from './browser-api.ts';

/** Used on the server, and in a loader that the router awaits. */
export async function redirectOldAddress(api: ApiClient, { pathname }: PageUrl): Promise<void> {
  const to = await orElse(api.findRedirect(pathname), null);
  if (to !== null) throw redirect(to, 301);
}

/** Used in the browser for a page that is shown already while it loads. */
export async function leaveOldAddress(api: ApiClient, { pathname }: PageUrl): Promise<void> {
  const to = await orElse(api.findRedirect(pathname), null);
  // The reader may have gone elsewhere since then.
  if (to === null || location.pathname !== pathname) return;
  location.replace(to);
  await new Promise(() => {});
}
