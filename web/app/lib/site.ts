import type { BlogSize } from '@longhand/contract/post-query';
import { useRouteLoaderData } from 'react-router';

/** The site's settings; the same for every visitor. */
export type Site = {
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly timeZone: string;
  readonly contactEmail: string;
  readonly social: {
    readonly instagram: string;
    readonly twitter: string;
    readonly tumblr: string;
    readonly pinterest: string;
  };
  /** The API's origin as the browser sees it; empty if it is the site's own. */
  readonly apiUrl: string;
};

export type RootData = Site & { readonly size: BlogSize };

export function useBlogSize(): BlogSize {
  return useRouteLoaderData<RootData>('root')?.size ?? 'small';
}

export function useSite(): Site {
  const site = useRouteLoaderData<Site>('root');
  if (!site) throw new Error('The site is known on every page but an error of the root itself');
  return site;
}

export function socialLinks({ social }: Site): readonly (readonly [label: string, href: string])[] {
  return [
    ['Instagram', social.instagram],
    ['Twitter', social.twitter],
    ['Tumblr', social.tumblr],
    ['Pinterest', social.pinterest],
  ];
}
