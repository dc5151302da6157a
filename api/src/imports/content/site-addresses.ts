import { normalRedirectPath } from '@longhand/contract/redirects';
import type { FoundDocument, ImportSource } from '../source.ts';

/** For archives that name no address of their blog. */
const NO_SITE = 'http://blog.invalid/';

function hostOf({ hostname, port }: URL): string {
  return hostname.replace(/^www\./, '') + port;
}

/** The addresses of a blog: of the one that is imported, or of this one. */
export function createSiteAddresses({ siteUrl }: Pick<ImportSource, 'siteUrl'>) {
  const site = (siteUrl !== null && URL.parse(siteUrl)) || new URL(NO_SITE);

  /** Absolute; undefined for what is no address of a page or a file, like `mailto:` and `#top`. */
  function resolve(address: string, { addresses: [own = '/'] }: FoundDocument): URL | undefined {
    const trimmed = address.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return undefined;
    const url = URL.parse(trimmed, URL.parse(own, site) ?? site);
    return url && /^https?:$/.test(url.protocol) ? url : undefined;
  }

  return {
    resolve,
    isKnown: site.href !== NO_SITE,
    isOwn: (url: URL) => hostOf(url) === hostOf(site),

    /** In the form in which old addresses are compared; null for those of other sites. */
    pathOf: (url: URL): string | null =>
      hostOf(url) === hostOf(site) ? normalRedirectPath(url.pathname + url.search) : null,
  };
}

export type SiteAddresses = ReturnType<typeof createSiteAddresses>;
