// Separate from the schemas, so that the browser does not load zod.

/** First segments that a route, a file or a feed uses, now or soon. */
const RESERVED = [
  'admin',
  'api',
  'assets',
  'blog',
  'favicon',
  'feed',
  'feeds',
  'healthz',
  'home',
  'icon',
  'icons',
  'index',
  'login',
  'logo',
  'logout',
  'manifest',
  'newsletter',
  'preview',
  'readyz',
  'robots',
  'rss',
  'search',
  'site',
  'sitemap',
  'social',
  'tags',
  'topics',
  'uploads',
  'well-known',
] as const;

/** Of pages that always exist: they can be edited and hidden, not moved or deleted. */
export const BUILT_IN_PAGES = ['about', 'contact'] as const;

export type BuiltInPage = (typeof BUILT_IN_PAGES)[number];

export function isBuiltInPage(slug: string): slug is BuiltInPage {
  return (BUILT_IN_PAGES as readonly string[]).includes(slug);
}

export function isReservedSlug(slug: string): boolean {
  return (RESERVED as readonly string[]).includes(slug);
}

export const PLACEMENTS = ['header', 'footer', 'none'] as const;

export type Placement = (typeof PLACEMENTS)[number];

export const MAX_PAGES = 100;
