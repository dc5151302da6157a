import { MAX_QUERY_LENGTH } from '@longhand/contract/post-query';
import type { Post } from '@longhand/contract/posts';
import { matchesSearch, searchText, visibleText } from '@longhand/contract/search';
import { foldCase } from '@longhand/contract/text';
import type { Part } from './api-client.ts';
import { type PostSummary, summarise, toCard } from './summary.ts';

/** A post in the list; its whole text to search in only once the bodies are loaded. */
export type ListedPost = PostSummary & { readonly searchText?: string };

export type Filter = { readonly query: string; readonly tag: string };

/** Posts that are loaded: those that a filter leaves, as far as they were asked for. */
export type Answered = {
  readonly filter: Filter;
  readonly posts: readonly ListedPost[];
  /** Where the rest begins; null where there is none. */
  readonly next: string | null;
  /** All posts with all their text: any filter can be answered from them. */
  readonly whole: boolean;
};

/** What the page of the list is made of. */
export type BlogPage = Answered & {
  readonly tags: readonly string[];
  /** Whether there are more than the page itself brings along. */
  readonly moreTags: boolean;
};

export const NO_FILTER: Filter = { query: '', tag: '' };

export function readFilter(search: URLSearchParams): Filter {
  const read = (name: string) => (search.get(name) ?? '').slice(0, MAX_QUERY_LENGTH);
  return { query: read('q'), tag: read('tag').trim() };
}

/** Where a part of the list begins; anything else that is written there is nothing. */
export function readCursor(search: URLSearchParams): string | undefined {
  return /^\d{1,16}$/.exec(search.get('cursor') ?? '')?.[0];
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

/** What to ask the server for, where it is the one to filter. */
export function toQuery({ query, tag }: Filter): { q: string; tag: string } {
  return { q: query.trim(), tag };
}

export function toAnswered(filter: Filter, { posts, next }: Part): Answered {
  return { filter, posts: posts.map(toCard), next, whole: false };
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

export function toWhole(posts: readonly Post[]): Answered {
  return { filter: NO_FILTER, posts: posts.map(toListed), next: null, whole: true };
}

function hasTag(post: ListedPost, tag: string): boolean {
  return post.tags.some((each) => foldCase(each) === foldCase(tag));
}

/** The posts that the filter leaves, as exactly as what is loaded allows. */
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

/** What there is to show for a filter, and whether it is all that there is to find. */
export function answer(loaded: Answered, filter: Filter) {
  if (isSameFilter(loaded.filter, filter)) return { posts: loaded.posts, answered: true };
  return { posts: filterPosts(loaded.posts, filter), answered: loaded.whole };
}
