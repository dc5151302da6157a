import { readCursor, readFilter, writeFilter } from '../app/lib/blog-list.ts';
import { topicPath } from '../app/lib/feeds.ts';

/** The canonical URL of the list, without parameters that do not change it. */
function canonicalListUrl(search: URLSearchParams): string {
  const filter = readFilter(search);
  const cursor = readCursor(search);
  if (filter.query === '' && filter.tag !== '' && cursor === undefined)
    return topicPath(filter.tag);
  const query = writeFilter(filter);
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.size > 0 ? `/blog?${query}` : '/blog';
}

/** The page without the parameters that do not change it, and the original query for redirects. */
export function parsePageUrl(target: string): { page: string; query: string } {
  const [, path = '/', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const isList = path === '/blog';
  return { page: isList ? canonicalListUrl(new URLSearchParams(query)) : path, query };
}
