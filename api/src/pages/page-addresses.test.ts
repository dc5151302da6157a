import {
  BUILT_IN_PAGE_IDS,
  isBuiltInPage,
  isOwnAddress,
  isReservedSlug,
} from '@longhand/contract/pages/page-addresses';
import { pageId } from '@longhand/contract/pages/pages';
import { expect, test } from 'vitest';
import { openDialect } from '../../../test-support/dialects.ts';
import { collectServedPaths, pagePaths, publicFiles } from '../../../test-support/served-paths.ts';
import { startTestApp } from '../../../test-support/test-app.ts';
import { METRICS_PATH } from '../metrics/endpoint.ts';

/** `icon-192` of `icon-192.png`. */
const asSlug = (file: string) => file.split('.').find((part) => part !== '') ?? '';

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

function expectReserved(paths: readonly string[]): void {
  expect(paths.filter((path) => !isOwnAddress(path))).toEqual([]);
  const slugs = paths.map((path) => asSlug(path.split('/')[1] ?? ''));
  expect(slugs.filter((slug) => slug && !isReservedSlug(slug) && !isBuiltInPage(slug))).toEqual([]);
}

test('no page and no redirect can be at the address of a page of the site, or of a file', () => {
  const paths = pagePaths();
  expect(paths).toEqual(expect.arrayContaining(['/', '/blog', '/newsletter', '/archive/2009']));
  expect(publicFiles()).toContain('/favicon.ico');
  expectReserved([...paths, ...publicFiles()]);
});

test('nor at one that the API answers', async () => {
  const paths = collectServedPaths();
  await startTestApp(openDialect.sqlite);
  expect(paths).toEqual(expect.arrayContaining(['/healthz', '/api/posts', '/uploads/x']));
  expectReserved([...paths, METRICS_PATH]);
});

test.each(['/newsletter/issue-1', '/newsletter/2009/issue', '/metrics/2009', '/blog/2009/x'])(
  'a redirect can be at %s',
  (path) => {
    expect(isOwnAddress(path)).toBe(false);
  },
);

test('About and Contact have ids like all pages', () => {
  for (const id of Object.values(BUILT_IN_PAGE_IDS))
    expect(pageId.safeParse(id).success).toBe(true);
});
