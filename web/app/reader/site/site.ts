import type { Placement } from '@longhand/contract/pages/page-addresses';
import type { BlogSize } from '@longhand/contract/posts/post-query';
import type { SiteLink } from '@longhand/contract/site/site-defaults';
import type { SiteInfo } from '@longhand/contract/site/site-settings';
import type { OwnWords } from '@longhand/contract/words/catalogue';
import { useMemo } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useLatestSite } from './site-store.ts';

/** The configuration says from the start where the site and its API are. */
export type SiteHosts = {
  readonly url: string;
  /** The API's origin as the browser sees it; empty if it is the site's own. */
  readonly apiUrl: string;
};

type PageLink = Readonly<SiteInfo['pages'][number]>;

export type Site = SiteHosts & {
  readonly name: string;
  readonly description: string;
  readonly blogSubtitle: string;
  readonly timeZone: string;
  readonly contactEmail: string;
  readonly language: string;
  /** Null stands for the accent of the stylesheet. */
  readonly accent: string | null;
  readonly newsletterShown: boolean;
  readonly newsletterOpen: boolean;
  readonly offlineReading: boolean;
  readonly links: readonly SiteLink[];
  /** Changes with the icon; null for the default one. */
  readonly icon: string | null;
  readonly logo: Readonly<SiteInfo['logo']>;
  /** Pages in the header or the footer, in their order. */
  readonly pages: readonly PageLink[];
  readonly size: BlogSize;
};

/** Browsers get the words in a file, and need not know whether they count. */
export type ServerSite = Site & { readonly ownWords: OwnWords; readonly countsViews: boolean };

export function toSite(info: SiteInfo, { url, apiUrl }: SiteHosts): Site {
  return {
    url,
    apiUrl,
    name: info.site_name,
    description: info.site_description,
    blogSubtitle: info.blog_subtitle,
    timeZone: info.time_zone,
    contactEmail: info.contact_email,
    language: info.language,
    accent: info.accent,
    newsletterShown: info.newsletter_shown,
    newsletterOpen: info.newsletter_open,
    offlineReading: info.offline_reading,
    links: info.links,
    icon: info.icon,
    logo: info.logo,
    pages: info.pages,
    size: info.blog_size,
  };
}

export function pagesIn(
  placement: Placement,
  site: Site,
): readonly (readonly [path: string, title: string])[] {
  return site.pages
    .filter((page) => page.placement === placement)
    .map(({ slug, title }) => [`/${slug}`, title]);
}

export type RootData = Site & {
  /** Only in pages of the dashboard. */
  readonly countsViews?: true;
  /** The file with the words of the site's language. */
  readonly wordsPath: string;
  /** The rules of an accent colour of the owner's, as they were rendered. */
  readonly accentStyle: string | null;
  // For these, a browser would have to load its tables of languages to hydrate the page.
  readonly direction: 'rtl' | undefined;
  readonly openGraphLocale: string;
};

export function useBlogSize(): BlogSize {
  return useRouteLoaderData<RootData>('root')?.size ?? 'small';
}

export function useOpenGraphLocale(): string | undefined {
  return useRouteLoaderData<RootData>('root')?.openGraphLocale;
}

/** Undefined at an error of the root itself. */
export function useSiteIfKnown(): Site | undefined {
  const loaded = useRouteLoaderData<RootData>('root');
  const latest = useLatestSite();
  return useMemo(() => loaded && (latest ? toSite(latest, loaded) : loaded), [loaded, latest]);
}

export function useSite(): Site {
  const site = useSiteIfKnown();
  if (!site) throw new Error('The site is known on every page but an error of the root itself');
  return site;
}
