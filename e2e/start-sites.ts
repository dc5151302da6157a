import { sessionHeaders } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { CHANGING_SITE, databaseOf, LONG_SITE, PASSWORD, portOf, SITE, SITES } from './sites.ts';

/** Otherwise every dashboard begins with them. */
async function dismissFirstSteps(url: string): Promise<void> {
  const headers = await sessionHeaders(url, PASSWORD);
  await requestOk(`${url}/api/admin/first-steps/dismiss`, { method: 'POST', headers }, 204);
}

async function start(site: (typeof SITES)[number]): Promise<RunningSite> {
  const settings = {
    ADMIN_PASSWORD: PASSWORD,
    DEMO_CONTENT: String(site === SITE || site === CHANGING_SITE),
    // Not the time zone of the browser.
    ...(site === LONG_SITE && { SITE_TIMEZONE: 'Europe/Berlin' }),
    ...databaseOf(site),
  };
  const running = await startSite(temporaryFolder(), settings, portOf(site));
  await dismissFirstSteps(running.url);
  return running;
}

export default async function startSites() {
  const running = await Promise.all(SITES.map(start));
  return () => Promise.all(running.map(({ stop }) => stop()));
}
