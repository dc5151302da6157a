import { readCursor, readFilter, writeFilter } from '../app/lib/blog-list.ts';
import { topicPath } from '../app/lib/feeds.ts';

/** The list's address with what changes the list, in the one way that it is written. */
function listAddress(search: URLSearchParams): string {
  const filter = readFilter(search);
  const cursor = readCursor(search);
  if (filter.query === '' && filter.tag !== '' && cursor === undefined)
    return topicPath(filter.tag);
  const query = writeFilter(filter);
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.size > 0 ? `/blog?${query}` : '/blog';
}

/**
 * What a request asks for: the page, in which everything is left out that makes no difference to
 * it, and the query as it was asked, for where it is sent on to another page.
 */
export function parsePageUrl(target: string): { page: string; query: string } {
  const [, path = '/', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const isList = path === '/blog';
  return { page: isList ? listAddress(new URLSearchParams(query)) : path, query };
}
