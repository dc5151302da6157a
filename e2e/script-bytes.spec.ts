import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './fixtures.ts';

// The browser's cache is to be empty.
test.use({ ownContext: true });

const PAGES = ['/', '/blog', '/blog/the-machine-that-added-up-the-sea'];
/** Of which React and React Router are 94,000. What is added has to be saved elsewhere. */
const LIMIT_BYTES = 115 * 1024;

/** The scripts of the page, and for each that came over the network what it took there, with its headers. */
async function watchScripts(page: Page) {
  const bytes = new Map<string, number>();
  const urls = new Map<string, string>();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) urls.set(requestId, response.url);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url) bytes.set(url, Math.max(bytes.get(url) ?? 0, encodedDataLength));
  });
  return { bytes, urls };
}

test('the scripts of the front page, the list and a post are within their limit, compressed', async ({
  page,
}) => {
  const { bytes, urls } = await watchScripts(page);
  for (const path of PAGES) {
    urls.clear();
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    const used = [...new Set(urls.values())];
    const total = used.reduce((sum, url) => sum + (bytes.get(url) ?? 0), 0);
    expect(used.length, path).toBeGreaterThan(6);
    expect(
      total,
      `${path} loads:\n${used.map((url) => `${bytes.get(url)} ${url}`).join('\n')}`,
    ).toBeLessThan(LIMIT_BYTES);
    expect(total, path).toBeGreaterThan(LIMIT_BYTES / 2);
  }
});
