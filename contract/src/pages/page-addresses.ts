// Separate from the schemas, so that the browser does not load zod.

/** A route, a file or a feed uses these first segments, now or soon. */
const RESERVED: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'apple-touch-icon',
  'assets',
  'atom',
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
  'security',
  'site',
  'sitemap',
  'social',
  'tags',
  'topics',
  'uploads',
  'well-known',
]);

/** These were reserved after pages could have them. A page that has one keeps it. */
const RESERVED_FOR_NEW_PAGES: ReadonlySet<string> = new Set([
  'archive',
  'metrics',
  'service-worker',
]);

/** There are several of these files: icon-192.png, sitemap-1.xml. */
const RESERVED_SERIES = /^(?:(?:apple-touch-icon|favicon|icon|sitemap)-\d\w{0,9}|icon-maskable)$/;

/** These pages always exist: they can be edited and hidden, not moved or deleted. */
export const BUILT_IN_PAGES = ['about', 'contact'] as const;

export type BuiltInPage = (typeof BUILT_IN_PAGES)[number];

/** The ids are the same in every blog, so that they are the same pages before and after the first change. */
export const BUILT_IN_PAGE_IDS: Readonly<Record<BuiltInPage, string>> = {
  about: '00000000-0000-7000-8000-00000000ab01',
  contact: '00000000-0000-7000-8000-00000000ab02',
};

export function isBuiltInPage(slug: string): slug is BuiltInPage {
  return (BUILT_IN_PAGES as readonly string[]).includes(slug);
}

export function isNeverPage(slug: string): boolean {
  return RESERVED.has(slug) || RESERVED_SERIES.test(slug);
}

/** True if no page can be moved there. */
export function isReservedSlug(slug: string): boolean {
  return isNeverPage(slug) || RESERVED_FOR_NEW_PAGES.has(slug);
}

/** Every address below these first segments is the site's own. */
const OWN_TREES: ReadonlySet<string> = new Set([
  '.well-known',
  'admin',
  'api',
  'assets',
  'healthz',
  'login',
  'logout',
  'preview',
  'readyz',
  'social',
  'topics',
  'uploads',
]);

/** These files are at the root. */
const OWN_FILE =
  /^(?:(?:atom|feed|sitemap(?:-\d+)?)\.xml|feed\.json|robots\.txt|manifest\.webmanifest|service-worker\.js|favicon\.ico|icon\.svg|(?:apple-touch-icon|icon-\w+)\.png)$/;

const OWN_PAGE = /^\/(?:blog|metrics|newsletter|archive\/\d{4}|newsletter\/(?:confirm|leave)\/.+)$/;

/**
 * `path` is in lower case and without a slash at the end. True if the site itself always uses it. Other addresses can
 * be below `/blog`, `/newsletter` and the years of `/archive`, and at words like `tags` that are only kept free.
 */
export function isOwnAddress(path: string): boolean {
  const [first = '', ...rest] = path.slice(1).split('/');
  if (OWN_TREES.has(first) || OWN_PAGE.test(path)) return true;
  if (rest.length > 0) return false;
  return first === '' || isBuiltInPage(first) || OWN_FILE.test(first);
}

export const PLACEMENTS = ['header', 'footer', 'none'] as const;

export type Placement = (typeof PLACEMENTS)[number];

export const MAX_PAGES = 100;

export const MAX_POSITION = 9_999;
