// Separate from the schemas, so that the browser does not load zod.

/** First segments that a route, a file or a feed uses, now or soon. */
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

/** Reserved after pages could have them: a page that has one keeps it. */
const RESERVED_FOR_NEW_PAGES: ReadonlySet<string> = new Set(['archive']);

/** Files of which there are several: icon-192.png, sitemap-1.xml. */
const RESERVED_SERIES = /^(?:(?:apple-touch-icon|favicon|icon|sitemap)-\d\w{0,9}|icon-maskable)$/;

/** Of pages that always exist: they can be edited and hidden, not moved or deleted. */
export const BUILT_IN_PAGES = ['about', 'contact'] as const;

export type BuiltInPage = (typeof BUILT_IN_PAGES)[number];

/** The same in every blog, so that they are the same pages before and after the first change. */
export const BUILT_IN_PAGE_IDS: Readonly<Record<BuiltInPage, string>> = {
  about: '00000000-0000-7000-8000-00000000ab01',
  contact: '00000000-0000-7000-8000-00000000ab02',
};

export function isBuiltInPage(slug: string): slug is BuiltInPage {
  return (BUILT_IN_PAGES as readonly string[]).includes(slug);
}

/** Whether no page at all can be there. */
export function isNeverPage(slug: string): boolean {
  return RESERVED.has(slug) || RESERVED_SERIES.test(slug);
}

/** Whether no page can be moved there. */
export function isReservedSlug(slug: string): boolean {
  return isNeverPage(slug) || RESERVED_FOR_NEW_PAGES.has(slug);
}

/** First segments of which every address, also a longer one, is the site's own. */
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

/** At the root. */
const OWN_FILE =
  /^(?:(?:atom|feed|sitemap(?:-\d+)?)\.xml|feed\.json|robots\.txt|manifest\.webmanifest|service-worker\.js|favicon\.ico|icon\.svg|(?:apple-touch-icon|icon-\w+)\.png)$/;

const YEAR_PAGE = /^\/archive\/\d{4}$/;

/**
 * Whether a path, in lower case and without a slash at the end, is one that the site itself always
 * uses. Below `/blog` and the years of `/archive`, and at words like `tags` that are only kept free,
 * others fit.
 */
export function isOwnAddress(path: string): boolean {
  const [first = '', ...rest] = path.slice(1).split('/');
  if (OWN_TREES.has(first) || YEAR_PAGE.test(path)) return true;
  if (rest.length > 0) return false;
  return first === '' || first === 'blog' || isBuiltInPage(first) || OWN_FILE.test(first);
}

export const PLACEMENTS = ['header', 'footer', 'none'] as const;

export type Placement = (typeof PLACEMENTS)[number];

export const MAX_PAGES = 100;

export const MAX_POSITION = 9_999;
