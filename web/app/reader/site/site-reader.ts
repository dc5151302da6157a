import { BUILT_IN_PAGES } from '@longhand/contract/pages/page-addresses';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import type { SiteInfo } from '@longhand/contract/site/site-settings';
import { EN } from '@longhand/contract/words/en';
import type { ApiClient } from '../../lib/api-client.ts';
import { type ServerSite, type SiteHosts, toSite } from './site.ts';

function toServerSite(info: SiteInfo, hosts: SiteHosts): ServerSite {
  return { ...toSite(info, hosts), ownWords: info.words, countsViews: info.statistics };
}

function defaultSite(hosts: SiteHosts): ServerSite {
  return toServerSite(
    {
      ...SITE_DEFAULTS,
      links: [...SITE_DEFAULTS.links],
      icon: null,
      logo: null,
      pages: BUILT_IN_PAGES.map((slug) => ({
        slug,
        title: EN[`${slug}-page.title`],
        placement: 'header',
      })),
      newsletter_open: false,
      blog_size: 'small',
      words: {},
    },
    hosts,
  );
}

export type SiteReader = {
  readonly hosts: SiteHosts;
  /** Rejects if the API cannot be reached. */
  read(api: ApiClient): Promise<ServerSite>;
  /** Pages are shown with defaults if the API cannot be reached. */
  lastKnown(): ServerSite;
};

export function createSiteReader(hosts: SiteHosts): SiteReader {
  let latest = defaultSite(hosts);
  return {
    hosts,
    async read(api) {
      latest = toServerSite(await api.readSite(), hosts);
      return latest;
    },
    lastKnown: () => latest,
  };
}
