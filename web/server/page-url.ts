import { filteredListPath, topicPagePath } from '@longhand/contract/topic-paths';
import { readFilter, writeFilter } from '../app/reader/list/blog-list.ts';
import { readCursor } from '../app/reader/list/read-cursor.ts';

/** The canonical URL of the list, without parameters that do not change it. */
function canonicalListUrl(search: URLSearchParams): string {
  const filter = readFilter(search);
  const cursor = readCursor(search);
  if (filter.query === '' && filter.tag !== '' && cursor === undefined)
    return filteredListPath(filter.tag);
  const query = writeFilter(filter);
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.size > 0 ? `/blog?${query}` : '/blog';
}

/** The topics and years, whose lists have several pages. */
const PAGED = /^\/(?:topics|archive)\/[^/]+$/;

function withCursor(path: string, search: URLSearchParams): string {
  const cursor = readCursor(search);
  return cursor === undefined ? path : `${path}?cursor=${cursor}`;
}

/** The path in the canonical link of a page: that of a list with a topic is the topic's page. */
export function canonicalPageOf(page: string): string {
  const { query, tag } = readFilter(new URL(page, 'http://localhost').searchParams);
  return query === '' && tag !== '' && page === filteredListPath(tag) ? topicPagePath(tag) : page;
}

/** The page without the parameters that do not change it, and the original query for redirects. */
export function parsePageUrl(target: string): { page: string; query: string } {
  const [, path = '/', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const search = new URLSearchParams(query);
  if (path === '/blog') return { page: canonicalListUrl(search), query };
  return { page: PAGED.test(path) ? withCursor(path, search) : path, query };
}
