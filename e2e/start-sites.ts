import { temporaryFolder } from '../test-support/cleanup.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { CHANGING_SITE, databaseOf, LONG_SITE, PASSWORD, portOf, SITE, SITES } from './sites.ts';

function start(site: (typeof SITES)[number]): Promise<RunningSite> {
  const settings = {
    ADMIN_PASSWORD: PASSWORD,
    DEMO_CONTENT: String(site === SITE || site === CHANGING_SITE),
    // Not the time zone of the browser.
    ...(site === LONG_SITE && { SITE_TIMEZONE: 'Europe/Berlin' }),
    ...databaseOf(site),
  };
  return startSite(temporaryFolder(), settings, portOf(site));
}

export default async function startSites() {
  const running = await Promise.all(SITES.map(start));
  return () => Promise.all(running.map(({ stop }) => stop()));
}
