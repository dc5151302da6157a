/** The encoding is the same everywhere, because search engines take different URLs for different pages. */
export function tagQuery(tag: string): string {
  return `?tag=${encodeURIComponent(tag).replaceAll("'", '%27')}`;
}

export function filteredListPath(tag: string): string {
  return `/blog${tagQuery(tag)}`;
}

/** No path can end in dots, because browsers take them for folders. */
export function topicPagePath(tag: string): string {
  return /^\.\.?$/.test(tag) ? filteredListPath(tag) : `/topics/${encodeURIComponent(tag)}`;
}

/** The router's parameter is not used, because it takes an escaped `%2F` of a topic for a slash. */
export function topicFromPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice('/topics/'.length));
  } catch {
    return '';
  }
}
