/** One encoding everywhere: search engines take different URLs for different pages. */
export function tagQuery(tag: string): string {
  return `?tag=${encodeURIComponent(tag).replaceAll("'", '%27')}`;
}

/** The list, filtered by a topic. */
export function filteredListPath(tag: string): string {
  return `/blog${tagQuery(tag)}`;
}

/** The page of a topic. No path can end in dots: browsers take them for folders. */
export function topicPagePath(tag: string): string {
  return /^\.\.?$/.test(tag) ? filteredListPath(tag) : `/topics/${encodeURIComponent(tag)}`;
}

/** Why not the router's parameter: it takes an escaped `%2F` of a topic for a slash. */
export function topicFromPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice('/topics/'.length));
  } catch {
    return '';
  }
}
