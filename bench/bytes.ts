import { setTimeout as wait } from 'node:timers/promises';
import { formatSection, goal, kilobytes, type Section } from '../test-support/report.ts';
import { withSite } from '../test-support/site.ts';
import { launchBrowser } from './browser.ts';

export const PAGES = ['/', '/blog', '/blog/the-machine-that-added-up-the-sea', '/about'];
/** How long somebody reads without touching anything. */
const READING_MS = 10_000;
const SCRIPT_ONLY_READING = 'script, only reading (no touch, 10 s)';
const SCRIPT = 'script, in total';
const LIMITS_KB: Readonly<Record<string, number>> = {
  document: 14,
  [SCRIPT]: 115,
  stylesheet: 15,
  font: 120,
};

/** Scripts and stylesheets are fetched before they are used, and are neither to the browser then. */
function kindOf(url: string, type: string): string {
  const { pathname } = new URL(url);
  if (pathname.endsWith('.js')) return SCRIPT;
  return pathname.endsWith('.css') ? 'stylesheet' : type.toLowerCase();
}

/** Bytes on the wire by kind of resource. */
async function measure(url: string): Promise<Map<string, number>> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 375, height: 812 } });
  const client = await page.context().newCDPSession(page);
  const bytes = new Map<string, number>();
  const kinds = new Map<string, string>();
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, type, response }) =>
    kinds.set(requestId, kindOf(response.url, type)),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'other';
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  await page.goto(url, { waitUntil: 'load' });
  await wait(READING_MS);
  bytes.set(SCRIPT_ONLY_READING, bytes.get(SCRIPT) ?? 0);
  await page.mouse.move(4, 300);
  await page.locator('html[data-scripts="ready"]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await browser.close();
  return bytes;
}

/** The server compresses a page better after repeated requests. */
async function warmUp(site: string, paths: readonly string[]): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    for (const path of paths) {
      const response = await fetch(site + path, { headers: { 'accept-encoding': 'br' } });
      await response.arrayBuffer();
      await wait(n === 0 ? 0 : 300);
    }
    await wait(n === 0 ? 2_200 : 500);
  }
}

export async function measureBytes(site: string, paths: readonly string[]): Promise<Section> {
  await warmUp(site, paths);
  const pages: Map<string, number>[] = [];
  for (const path of paths) pages.push(await measure(site + path));
  const kinds = [...new Set(pages.flatMap((bytes) => [...bytes.keys()]))];
  return {
    title: 'What a browser receives',
    about:
      'Bytes on the wire: compressed, with headers, with an empty browser cache, 375 pixels wide. The server has the page cached. Only reading is a page that nobody touches for ten seconds; in total is all that it loads, with a touch after that.',
    columns: ['', ...paths.map((path) => `\`${path}\``), 'goal'],
    rows: kinds.map((kind) => {
      const sizes = pages.map((bytes) => bytes.get(kind) ?? 0);
      const limit = LIMITS_KB[kind];
      return [
        kind,
        ...sizes.map(kilobytes),
        limit === undefined ? '' : goal(Math.max(...sizes) / 1000, 'at most', limit, ' KB'),
      ];
    }),
  };
}

if (import.meta.main)
  await withSite(async (site) => {
    const section = await measureBytes(site, PAGES);
    console.log(formatSection(section));
    if (section.rows.some((row) => row.at(-1)?.includes('missed'))) process.exitCode = 1;
  });
