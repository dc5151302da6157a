export const FEEDS = {
  rss: { path: '/feed.xml', type: 'application/rss+xml', label: 'RSS' },
  atom: { path: '/atom.xml', type: 'application/atom+xml', label: 'Atom' },
  json: { path: '/feed.json', type: 'application/feed+json', label: 'JSON Feed' },
} as const;

export type FeedKind = keyof typeof FEEDS;
export const FEED_KINDS = Object.keys(FEEDS) as FeedKind[];

/** One encoding everywhere: search engines take different URLs for different pages. */
function tagQuery(tag: string): string {
  return `?tag=${encodeURIComponent(tag).replaceAll("'", '%27')}`;
}

/** The list, filtered by a topic. */
export function topicPath(tag: string): string {
  return `/blog${tagQuery(tag)}`;
}

/** The page of a topic. No path can end in dots: browsers take them for folders. */
export function topicPagePath(tag: string): string {
  return /^\.\.?$/.test(tag) ? topicPath(tag) : `/topics/${encodeURIComponent(tag)}`;
}

/** Why not the router's parameter: it takes an escaped `%2F` of a topic for a slash. */
export function topicFromPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice('/topics/'.length));
  } catch {
    return '';
  }
}

export function yearPath(year: number): string {
  return `/archive/${year}`;
}

export function feedPath(kind: FeedKind, tag: string | null): string {
  return FEEDS[kind].path + (tag === null ? '' : tagQuery(tag));
}
