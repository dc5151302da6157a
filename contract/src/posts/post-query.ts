// Separate from the schemas, so that the browser does not load zod.

import { isStorable } from '../text/text-rules.ts';

/** The sizes of our pages, whose responses the server caches. */
export const PAGE_SIZES = { home: 6, related: 3, list: 24, feed: 50 } as const;

export const MAX_PAGE_SIZE = 200;

/** A page has only titles: all posts of a year with at most one a day. */
export const ARCHIVE_PAGE_SIZE = 400;

export const MAX_QUERY_LENGTH = 200;

/** True if the API accepts it as the topic or the slug of a query. */
export function isPossibleQuery(value: string): boolean {
  return value.length <= MAX_QUERY_LENGTH && isStorable(value);
}

export type PostQuery = {
  /** `summary` leaves out the content. */
  readonly view?: 'summary' | undefined;
  readonly limit?: number | undefined;
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  /** The slug of a post; only posts that share its tags are listed. */
  readonly related?: string | undefined;
  readonly cursor?: string | undefined;
};

const PARAMETERS = ['view', 'limit', 'q', 'tag', 'related', 'cursor'] as const;

/** A cursor is a sort key, which is negative for posts with a date before 1970. */
export const CURSOR_PATTERN = /^-?\d{1,16}$/;

/** The URL is canonical, because another spelling would be cached again. */
export function postsPath(query: PostQuery = {}): string {
  const parameters = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = query[name];
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '/posts' : `/posts?${text}`;
}

/** Counted in characters; compressed, they are about 0.1 MB and 1 MB. */
export const BLOG_SIZES = { small: 300_000, medium: 3_000_000 };

/**
 * Posts are searched in the browser with all posts preloaded (small), in the browser with posts loaded at the first
 * search (medium), or on the server (large).
 */
export const BLOG_SIZE_NAMES = ['small', 'medium', 'large'] as const;

export type BlogSize = (typeof BLOG_SIZE_NAMES)[number];

export function blogSize({ characters }: { readonly characters: number }): BlogSize {
  if (characters <= BLOG_SIZES.small) return 'small';
  return characters <= BLOG_SIZES.medium ? 'medium' : 'large';
}
