import { readdirSync, readFileSync } from 'node:fs';
import {
  BUILT_IN_PAGE_IDS,
  isBuiltInPage,
  isReservedSlug,
} from '@longhand/contract/page-addresses';
import { pageId } from '@longhand/contract/pages';
import { expect, test } from 'vitest';

const WEB = new URL('../../../web/', import.meta.url);

/** `icon-192` of `icon-192.png`. */
const asSlug = (file: string) => file.split('.').find((part) => part !== '') ?? '';

/** The first segments of all paths that a source file has as text. */
function firstSegments(file: string, path: RegExp): string[] {
  const source = readFileSync(new URL(file, WEB), 'utf8');
  return [...source.matchAll(path)].map(([, segment = '']) => asSlug(segment));
}

test.each([
  ...['blog', 'admin', 'api', 'login', 'assets', 'uploads', 'social', 'healthz', 'readyz'],
  ...[
    'preview',
    'topics',
    'archive',
    'newsletter',
    'feeds',
    'sitemap',
    'robots',
    'icons',
    'feed',
    'atom',
  ],
  ...['sitemap-1', 'icon-512', 'icon-maskable', 'apple-touch-icon', 'security', 'well-known'],
])('/%s is an address of the site itself', (slug) => {
  expect(isReservedSlug(slug)).toBe(true);
});

test.each(['imprint', 'privacy', 'now', 'icon-maker', 'feed-the-birds', 'blogroll', 'about'])(
  '/%s is not',
  (slug) => {
    expect(isReservedSlug(slug)).toBe(false);
  },
);

test('no page can have the address of a route, a feed or a file', () => {
  const routes = firstSegments('app/routes.ts', /route\('([a-z][\w-]*)/g);
  expect(routes).toEqual(expect.arrayContaining(['blog', 'preview', 'login', 'admin']));
  const documents = firstSegments('server/feeds-and-seo/index.ts', /'\/([\w.-]+)/g);
  expect(documents).toEqual(expect.arrayContaining(['sitemap', 'robots', 'manifest']));
  const files = readdirSync(new URL('public/', WEB)).map(asSlug);
  const taken = [...routes, ...documents, ...files].filter((slug) => !isBuiltInPage(slug));
  expect(taken.filter((slug) => !isReservedSlug(slug) && slug !== 'sitemap-')).toEqual([]);
});

test('About and Contact have ids like all pages', () => {
  for (const id of Object.values(BUILT_IN_PAGE_IDS))
    expect(pageId.safeParse(id).success).toBe(true);
});
