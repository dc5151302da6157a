import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/chromium.ts';
import { withSite } from './site.ts';

const PAGES = ['/', '/blog', '/blog/the-machine-that-added-up-the-sea', '/about'];
const LIMITS_KB: Readonly<Record<string, number>> = { script: 115, stylesheet: 15, font: 120 };

/** What a reader's browser receives for a page, as it comes over the wire, by kind. */
async function measure(url: string): Promise<Map<string, number>> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 375, height: 812 } });
  const client = await page.context().newCDPSession(page);
  const bytes = new Map<string, number>();
  const kinds = new Map<string, string>();
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, type }) =>
    kinds.set(requestId, type.toLowerCase()),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'other';
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await browser.close();
  return bytes;
}

await withSite(async (site) => {
  for (const path of PAGES) {
    console.log(`\n${path}`);
    for (const [kind, size] of await measure(site + path)) {
      const limit = LIMITS_KB[kind];
      const kilobytes = size / 1000;
      if (limit !== undefined && kilobytes > limit) process.exitCode = 1;
      const verdict =
        limit === undefined ? '' : `of at most ${limit}${kilobytes > limit ? '  TOO MUCH' : ''}`;
      console.log(`  ${kind.padEnd(12)} ${kilobytes.toFixed(1).padStart(7)} KB  ${verdict}`);
    }
  }
});
