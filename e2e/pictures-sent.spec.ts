import { IMAGE_WIDTHS } from '@longhand/contract/media/image-names';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ON_A_PHONE, ON_A_PHONE_TOO } from './tags.ts';

test.use({ ownContext: true });

const PAGES = [
  '/',
  '/blog',
  '/blog/the-machine-that-added-up-the-sea',
  '/blog/writing-by-hand-publishing-by-machine',
];
const MAX_BYTES_ON_A_PHONE = 60_000;

type Sent = { path: string; type: string; bytes: number };

/** The image responses, by URL. */
function watchPictures(page: Page): Map<string, Promise<Sent>> {
  const sent = new Map<string, Promise<Sent>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'image') return;
    const sizes = response.request().sizes();
    sent.set(
      response.url(),
      sizes.then(({ responseBodySize, responseHeadersSize }) => ({
        path: new URL(response.url()).pathname,
        type: response.headers()['content-type'] ?? '',
        bytes: responseBodySize + responseHeadersSize,
      })),
    );
  });
  return sent;
}

/** Scrolls to every image, so that lazy ones load, and measures them. */
async function shownPictures(page: Page) {
  for (const image of await page.locator('img').all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeGreaterThan(0);
  }
  return page.locator('img').evaluateAll((images: HTMLImageElement[]) =>
    Promise.all(
      images.map(async ({ currentSrc, width }) => {
        // With srcset, naturalWidth is the displayed width, not that of the file.
        const alone = new Image();
        alone.src = currentSrc;
        await alone.decode();
        return { url: currentSrc, box: width, own: alone.naturalWidth };
      }),
    ),
  );
}

for (const path of PAGES) {
  test(
    `no picture of ${path} is sent wider than twice its box, and each as AVIF`,
    ON_A_PHONE_TOO,
    async ({ page }) => {
      const sent = watchPictures(page);
      await page.goto(path);
      const shown = await shownPictures(page);
      expect(shown.length).toBeGreaterThan(1);
      for (const { url, box, own } of shown) {
        const picture = await sent.get(url);
        expect(own, url).toBeLessThanOrEqual(Math.max(2 * box, IMAGE_WIDTHS[0]));
        expect(picture?.type, url).toBe('image/avif');
      }
      const urls = shown.map(({ url }) => url);
      expect([...sent.keys()].toSorted(), 'no other width or format is fetched').toEqual(
        [...new Set(urls)].toSorted(),
      );
    },
  );
}

test(
  'a post’s featured image is small on a phone, is preloaded, and has a placeholder colour',
  ON_A_PHONE,
  async ({ page }) => {
    const posts: { slug: string; featured_image: string | null }[] = await (
      await page.request.get('/api/posts')
    ).json();
    const pictured = posts.filter((post) => post.featured_image);
    expect(pictured.length).toBeGreaterThan(3);
    const sent = watchPictures(page);
    for (const { slug } of pictured) {
      await page.goto(`/blog/${slug}`);
      const lead = page.locator('main img').first();
      await expect(lead).toHaveAttribute('fetchpriority', 'high');
      await expect(lead).toHaveClass(/(?:^| )tint-[0-3]{3}$/);
      await expect(lead).toHaveCSS('--tint', /^#/);
      const url = await lead.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return image.currentSrc;
      });
      const picture = await sent.get(url);
      expect(picture?.bytes, slug).toBeLessThan(MAX_BYTES_ON_A_PHONE);
    }
  },
);
