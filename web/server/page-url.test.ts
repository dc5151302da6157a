import { expect, test } from 'vitest';
import { canonicalPageOf, parsePageUrl } from './page-url.ts';

test.each([
  ['/blog?utm_source=x', '/blog'],
  ['/blog?tag=a%20b&x=1', '/blog?tag=a%20b'],
  ['/topics/X?utm_source=x', '/topics/X'],
  ['/?fbclid=x', '/'],
  ['/blog/a-post?utm_source=x&gclid=y', '/blog/a-post'],
  ['/blog?utm_source=x&q=a', '/blog?q=a'],
  ['/topics/X?cursor=12&q=1', '/topics/X?cursor=12'],
  ['/topics/X?cursor=no', '/topics/X'],
  ['/archive/2026?cursor=-5', '/archive/2026?cursor=-5'],
  ['/blog/a-post?cursor=1', '/blog/a-post'],
  ['/topics?cursor=1', '/topics'],
])('the page of %s is %s', (url, page) => {
  expect(parsePageUrl(url).page).toBe(page);
});

test.each([
  ['/blog', '/blog'],
  ['/blog?tag=A%20%26%20B', '/topics/A%20%26%20B'],
  ['/blog?q=x&tag=A', '/blog?q=x&tag=A'],
  ['/blog?tag=..', '/blog?tag=..'],
  ['/topics/A', '/topics/A'],
])('the canonical page of %s is %s', (page, canonical) => {
  expect(canonicalPageOf(page)).toBe(canonical);
});
