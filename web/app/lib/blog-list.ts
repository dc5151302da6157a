import type { Post } from '@longhand/contract/posts';
import { matchesSearch, searchText, visibleText } from '@longhand/contract/search';
import { foldCase } from '@longhand/contract/text';
import { type PostSummary, summarise } from './summary.ts';

/** A post in the list; its whole text to search in only once the bodies are loaded. */
export type ListedPost = PostSummary & { readonly searchText?: string };

export type Filter = { readonly query: string; readonly tag: string };

export type BlogPage = {
  readonly posts: readonly ListedPost[];
  readonly tags: readonly string[];
  /** What the server found for the query of the first load, if there was one. */
  readonly found: { readonly query: string; readonly ids: readonly string[] } | null;
};

export function readFilter(search: URLSearchParams): Filter {
  return { query: search.get('q') ?? '', tag: search.get('tag') ?? '' };
}

export function writeFilter({ query, tag }: Filter): URLSearchParams {
  const search = new URLSearchParams();
  if (query !== '') search.set('q', query);
  if (tag !== '') search.set('tag', tag);
  return search;
}

export function isFiltered({ query, tag }: Filter): boolean {
  return query.trim() !== '' || tag !== '';
}

function textOf(post: Pick<PostSummary, 'title' | 'excerpt'>, content: string): string {
  return searchText({
    title: post.title,
    excerpt: post.excerpt,
    visibleContent: visibleText(content),
  });
}

export function toListed(post: Post): ListedPost {
  return { ...summarise(post), searchText: textOf(post, post.content) };
}

function hasTag(post: ListedPost, tag: string): boolean {
  return post.tags.some((each) => foldCase(each) === foldCase(tag));
}

function matchesQuery(post: ListedPost, filter: Filter, page: BlogPage): boolean {
  if (post.searchText !== undefined) return matchesSearch(post.searchText, filter.query);
  const { found } = page;
  if (found?.query === filter.query) return found.ids.includes(post.id);
  return matchesSearch(textOf(post, ''), filter.query);
}

/** The posts that the filter leaves, as exactly as what is loaded allows. */
export function filterPosts(page: BlogPage, filter: Filter): readonly ListedPost[] {
  return page.posts
    .filter((post) => filter.tag === '' || hasTag(post, filter.tag))
    .filter((post) => filter.query.trim() === '' || matchesQuery(post, filter, page));
}

/** The page as the server sends it: found in the bodies, sent without them. */
export function firstPage(
  posts: readonly Post[],
  tags: readonly string[],
  query: string,
): BlogPage {
  const page = { posts: posts.map(summarise), tags };
  if (query.trim() === '') return { ...page, found: null };
  const whole: BlogPage = { posts: posts.map(toListed), tags, found: null };
  const ids = filterPosts(whole, { query, tag: '' }).map((post) => post.id);
  return { ...page, found: { query, ids } };
}

/** Whether the filter could be answered exactly from what is loaded so far. */
export function isAnswered(page: BlogPage, { query }: Filter): boolean {
  if (query.trim() === '' || page.found?.query === query) return true;
  return page.posts.every((post) => post.searchText !== undefined);
}
