import { BUILT_IN_PAGE_TITLES, BUILT_IN_PAGES } from '@longhand/contract/page-addresses';
import { SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import type { ApiClient } from '../../lib/api-client.ts';
import { type Site, type SiteHosts, toSite } from './site.ts';

function defaultSite(hosts: SiteHosts): Site {
  return toSite(
    {
      ...SITE_DEFAULTS,
      links: [...SITE_DEFAULTS.links],
      icon: null,
      logo: null,
      pages: BUILT_IN_PAGES.map((slug) => ({
        slug,
        title: BUILT_IN_PAGE_TITLES[slug],
        placement: 'header',
      })),
      blog_size: 'small',
    },
    hosts,
  );
}

/** The site as the API has it. */
export type SiteReader = {
  readonly hosts: SiteHosts;
  /** Rejects if the API cannot be reached. */
  read(api: ApiClient): Promise<Site>;
  /** For pages that are shown even so. */
  lastKnown(): Site;
};

export function createSiteReader(hosts: SiteHosts): SiteReader {
  let latest = defaultSite(hosts);
  return {
    hosts,
    async read(api) {
      latest = toSite(await api.readSite(), hosts);
      return latest;
    },
    lastKnown: () => latest,
  };
}
