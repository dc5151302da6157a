import { PAGE_SIZES } from '@longhand/contract/posts/post-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectTexts } from '../../../component-tests/locators.ts';
import { openPage } from '../../../component-tests/reader-pages.tsx';

const count = page.getByCss('search + p[role=status]');

/** A blog of which a browser loads only the first posts. */
function openLargeBlog(path: string, years: { year: number; posts: number }[]): void {
  const { dataset } = document.documentElement;
  dataset.size = 'large';
  onTestFinished(() => {
    delete dataset.size;
  });
  const api = createFakeApi();
  const posts = Array.from({ length: PAGE_SIZES.list }, (_, index) =>
    api.addPost({ slug: `post-${index}` }),
  );
  // The end of the list is near the viewport: the next posts are asked for at once.
  api.on('GET /posts', ({ path }) =>
    path.includes('cursor=2') ? new Promise(() => {}) : { json: posts, next: '/posts?cursor=2' },
  );
  api.on('GET /tags', { json: { tags: ['Sea'] } });
  api.on('GET /archive', { json: { years } });
  openPage(path, api, { size: 'large' });
}

const YEARS = [
  { year: 2026, posts: 40 },
  { year: 2025, posts: 20 },
];

test.each([
  ['all posts are counted, not only those that are loaded', '/blog', YEARS, '60 posts'],
  [
    'of a topic, what is loaded is counted',
    '/blog?tag=Sea',
    YEARS,
    `More than ${PAGE_SIZES.list} posts`,
  ],
  [
    'without the years, what is loaded is counted',
    '/blog',
    [],
    `More than ${PAGE_SIZES.list} posts`,
  ],
] as const)('%s', async (_what, path, years, text) => {
  openLargeBlog(path, [...years]);
  await expectTexts(count, [text]);
  await expect.poll(() => count.element().getBoundingClientRect().width).toBeGreaterThan(50);
});
