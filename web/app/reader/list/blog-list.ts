import type { ArchiveYear } from '@longhand/contract/posts/post-lists';
import { MAX_QUERY_LENGTH } from '@longhand/contract/posts/post-query';
import type { PublicPost } from '@longhand/contract/posts/posts';
import { matchesSearch, searchText, visibleText } from '@longhand/contract/posts/search';
import { foldCase } from '@longhand/contract/text/text-rules';
import type { PostPage } from '../../lib/api-client.ts';
import { type PostSummary, summarise, toCard } from '../ui/summary.ts';

/** `searchText` is there once the contents are loaded. */
export type ListedPost = PostSummary & { readonly searchText?: string };

export type Filter = { readonly query: string; readonly tag: string };

export type LoadedPosts = {
  readonly filter: Filter;
  readonly posts: readonly ListedPost[];
  /** The cursor of the next page. */
  readonly next: string | null;
  /** All posts with their contents: any filter can be applied in the browser. */
  readonly hasAll: boolean;
};

export type BlogData = LoadedPosts & {
  readonly tags: readonly string[];
  /** Whether the server left some out. */
  readonly moreTags: boolean;
  /** Null where all posts are loaded, and can be counted. */
  readonly years: readonly ArchiveYear[] | null;
  readonly failed?: 'posts' | 'topics';
};

export const NO_FILTER: Filter = { query: '', tag: '' };

export function readFilter(search: URLSearchParams): Filter {
  // The API cannot compare with null bytes, nor with half of a character that was cut in two.
  const read = (name: string) =>
    (search.get(name) ?? '')
      .slice(0, MAX_QUERY_LENGTH)
      .replace(/[\uD800-\uDBFF]$/, '')
      .replaceAll('\0', '');
  return { query: read('q'), tag: read('tag').trim() };
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

export function isSameFilter(a: Filter, b: Filter): boolean {
  return a.query.trim() === b.query.trim() && foldCase(a.tag) === foldCase(b.tag);
}

export function toQuery({ query, tag }: Filter): { q: string; tag: string } {
  return { q: query.trim(), tag };
}

export function toLoadedPosts(filter: Filter, { posts, next }: PostPage): LoadedPosts {
  return { filter, posts: posts.map(toCard), next, hasAll: false };
}

function textOf(post: Pick<PostSummary, 'title' | 'excerpt'>, content: string): string {
  return searchText({
    title: post.title,
    excerpt: post.excerpt,
    visibleContent: visibleText(content),
  });
}

export function toListed(post: PublicPost): ListedPost {
  return { ...summarise(post), searchText: textOf(post, post.content) };
}

export function toAllPosts(posts: readonly PublicPost[]): LoadedPosts {
  return { filter: NO_FILTER, posts: posts.map(toListed), next: null, hasAll: true };
}

/**
 * All posts for a reader who sees the first of them. What was published or deleted meanwhile is left
 * as it was until the next visit, since the list would move.
 */
export function withAllPosts(shown: LoadedPosts, posts: readonly PublicPost[]): LoadedPosts {
  const all = toAllPosts(posts);
  if (isFiltered(shown.filter)) return all;
  const byId = new Map(all.posts.map((post) => [post.id, post]));
  const shownIds = new Set(shown.posts.map(({ id }) => id));
  const last = all.posts.findLastIndex(({ id }) => shownIds.has(id));
  const kept = shown.posts.map((post) => byId.get(post.id) ?? post);
  return { ...all, posts: [...kept, ...all.posts.slice(last + 1)] };
}

function hasTag(post: ListedPost, tag: string): boolean {
  return post.tags.some((name) => foldCase(name) === foldCase(tag));
}

/** Without `searchText` only title and excerpt are searched. */
export function filterPosts(
  posts: readonly ListedPost[],
  { query, tag }: Filter,
): readonly ListedPost[] {
  return posts
    .filter((post) => tag === '' || hasTag(post, tag))
    .filter(
      (post) => query.trim() === '' || matchesSearch(post.searchText ?? textOf(post, ''), query),
    );
}

/** The loaded posts that match; `exact` if the server would give the same. */
export function applyFilter(loaded: LoadedPosts, filter: Filter) {
  if (isSameFilter(loaded.filter, filter)) return { posts: loaded.posts, exact: true };
  return { posts: filterPosts(loaded.posts, filter), exact: loaded.hasAll };
}
