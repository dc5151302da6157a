import { filteredListPath, topicPagePath } from '@longhand/contract/posts/topic-paths';
import { readFilter, writeFilter } from '../app/reader/list/blog-list.ts';
import { readCursor } from '../app/reader/list/read-cursor.ts';

const lowerCaseEscapes = (path: string) =>
  path.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

/** A topic stays as it is, because it is spelled as the posts spell it. */
function lowerCase(path: string): string {
  const topic = /^\/topics\/([^/]+)$/i.exec(path)?.[1];
  return topic === undefined ? path.toLowerCase() : `/topics/${topic}`;
}

/**
 * A canonical path is in lower case and has no trailing slash. Undefined if the target is canonical already. Never
 * returns the URL of another host: browsers treat a backslash as a slash, and two of either as a host.
 */
export function canonicalPath(target: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const segments = path.split(/[/\\]+/).filter(Boolean);
  const canonical = lowerCase(`/${segments.join('/')}`);
  // Percent escapes are case-insensitive.
  const isCanonical = lowerCaseEscapes(canonical) === lowerCaseEscapes(path);
  return isCanonical ? undefined : canonical + query;
}

/** Leaves out parameters that do not change the list. */
function canonicalListUrl(search: URLSearchParams): string {
  const filter = readFilter(search);
  const cursor = readCursor(search);
  if (filter.query === '' && filter.tag !== '' && cursor === undefined)
    return filteredListPath(filter.tag);
  const query = writeFilter(filter);
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.size > 0 ? `/blog?${query}` : '/blog';
}

/** The lists of topics and years have several pages. */
const PAGED = /^\/(?:topics|archive)\/[^/]+$/;

function withCursor(path: string, search: URLSearchParams): string {
  const cursor = readCursor(search);
  return cursor === undefined ? path : `${path}?cursor=${cursor}`;
}

/** The canonical link of a list with a topic leads to the topic's page. */
export function canonicalPageOf(page: string): string {
  const { query, tag } = readFilter(new URL(page, 'http://localhost').searchParams);
  return query === '' && tag !== '' && page === filteredListPath(tag) ? topicPagePath(tag) : page;
}

/** `page` is without the parameters that do not change it; redirects need the original query. */
export function parsePageUrl(target: string): { page: string; query: string } {
  const [, path = '/', query = ''] = /^([^?]*)(\?.*)?$/s.exec(target) ?? [];
  const search = new URLSearchParams(query);
  if (path === '/blog') return { page: canonicalListUrl(search), query };
  return { page: PAGED.test(path) ? withCursor(path, search) : path, query };
}
