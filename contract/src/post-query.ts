// Separate from the schemas, so that the browser does not load zod.

import { isStorable } from './storable.ts';

/** The page sizes of our pages; the server caches responses of these sizes. */
export const PAGE_SIZES = { home: 6, related: 3, list: 24, feed: 50 } as const;

export const MAX_PAGE_SIZE = 200;

/** Titles only: the posts of a year, if there is not more than one a day. */
export const ARCHIVE_PAGE_SIZE = 400;

export const MAX_QUERY_LENGTH = 200;

/** Whether the API takes it as the topic or the slug of a query. */
export function isPossibleQuery(value: string): boolean {
  return value.length <= MAX_QUERY_LENGTH && isStorable(value);
}

export type PostQuery = {
  /** Without the content. */
  readonly view?: 'summary' | undefined;
  readonly limit?: number | undefined;
  /** Text that a post must contain. */
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  /** The slug of a post: only posts that share its tags. */
  readonly related?: string | undefined;
  /** From the previous page. */
  readonly cursor?: string | undefined;
};

const PARAMETERS = ['view', 'limit', 'q', 'tag', 'related', 'cursor'] as const;

/** A sort key; negative for posts with a date before 1970. */
export const CURSOR_PATTERN = /^-?\d{1,16}$/;

/** The canonical URL of a query: another spelling would be cached again. */
export function postsPath(query: PostQuery = {}): string {
  const parameters = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = query[name];
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '/posts' : `/posts?${text}`;
}

/** In characters; compressed, about 0.1 MB and 1 MB. */
export const BLOG_SIZES = { small: 300_000, medium: 3_000_000 };

/**
 * Where posts are searched: in the browser with all posts preloaded (small), in the browser with
 * posts loaded at the first search (medium), or on the server (large).
 */
export const BLOG_SIZE_NAMES = ['small', 'medium', 'large'] as const;

export type BlogSize = (typeof BLOG_SIZE_NAMES)[number];

export function blogSize({ characters }: { readonly characters: number }): BlogSize {
  if (characters <= BLOG_SIZES.small) return 'small';
  return characters <= BLOG_SIZES.medium ? 'medium' : 'large';
}
