import { useRouteLoaderData } from 'react-router';

/** What the pages know about the site they belong to; the same for every visitor. */
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
  /** The host of the API as the browser sees it; empty where it is the site's own. */
  readonly apiUrl: string;
};

export function useSite(): Site {
  const site = useRouteLoaderData<Site>('root');
  if (!site) throw new Error('The site is known on every page but an error of the root itself');
  return site;
}

/** Where else the site is to be found, by the names that people know. */
export function socialLinks({ social }: Site): readonly (readonly [label: string, href: string])[] {
  return [
    ['Instagram', social.instagram],
    ['Twitter', social.twitter],
    ['Tumblr', social.tumblr],
    ['Pinterest', social.pinterest],
  ];
}
