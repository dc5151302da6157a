// Apart from the schemas: the browser builds these addresses, and needs no validator for it.

/** How many posts a page takes at a time. Answers of these sizes are kept by the server. */
export const PAGE_SIZES = { home: 6, related: 3, list: 24, feed: 50 } as const;

export const MAX_PAGE_SIZE = 200;

/** Longer than anybody types, and short enough to look for. */
export const MAX_QUERY_LENGTH = 200;

/** Which of the published posts are wanted, and how much of each. */
export type PostQuery = {
  /** Without the content. */
  readonly view?: 'summary' | undefined;
  readonly limit?: number | undefined;
  /** Text that a post must contain. */
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  /** The slug of a post: those that share its topics. */
  readonly related?: string | undefined;
  /** Where the page before this one ended. */
  readonly cursor?: string | undefined;
};

const PARAMETERS = ['view', 'limit', 'q', 'tag', 'related', 'cursor'] as const;

/** The one way to write a query into an address: two ways would be kept twice. */
export function postsPath(query: PostQuery = {}): string {
  const parameters = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = query[name];
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '/posts' : `/posts?${text}`;
}

/** In characters; packed, they are about a tenth of a megabyte and a megabyte. */
export const BLOG_SIZES = { small: 300_000, medium: 3_000_000 };

/**
 * How a browser comes by the posts to look through: a small blog's at once, a medium one's when
 * somebody looks for something, and in a large one the server looks.
 */
export type BlogSize = 'small' | 'medium' | 'large';

export function blogSize({ characters }: { readonly characters: number }): BlogSize {
  if (characters <= BLOG_SIZES.small) return 'small';
  return characters <= BLOG_SIZES.medium ? 'medium' : 'large';
}
