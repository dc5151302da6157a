import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { logIn } from '../test-support/administrator.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';
import { goal, kilobytes, milliseconds, type Section, write } from '../test-support/report.ts';
import { withSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { writePost } from '../test-support/texts.ts';

const RUNS = 5;
const DOCUMENT_KB = 14;
const PHONE = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2 };
/** Lighthouse's slow 4G, on its slow phone. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

type Visit = { first: number; contentful: number; largest: number; document: number };

async function throttle(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_4G);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return client;
}

/** The size of the document over the wire, once it has come. */
function watchDocument(client: CDPSession): () => number {
  let document = '';
  let size = Number.NaN;
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Document') document = requestId;
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requestId === document) size = encodedDataLength;
  });
  return () => size;
}

/** In the browser: the paints so far, in ms from the start of the navigation. */
function readPaints() {
  return new Promise<Omit<Visit, 'document'>>((resolve) => {
    const paint = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN;
    new PerformanceObserver((list) =>
      resolve({
        first: paint('first-paint'),
        contentful: paint('first-contentful-paint'),
        largest: list.getEntries().at(-1)?.startTime ?? Number.NaN,
      }),
    ).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const sizeOfDocument = watchDocument(await throttle(page));
  await page.goto(url, { waitUntil: 'networkidle' });
  const paints = await page.evaluate(readPaints);
  const document = sizeOfDocument();
  await page.close();
  return { ...paints, document };
}

/** Whether the document is enough to read: nothing else is let through. */
async function readsFromDocumentAlone(browser: Browser, url: string, text: string) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  );
  await throttle(page);
  await page.goto(url);
  const { contentful } = await page.evaluate(readPaints);
  const box = await page.getByText(text).first().boundingBox();
  await context.close();
  return Number.isFinite(contentful) && box !== null && box.height > 0;
}

function describe(visits: readonly Visit[]): string[] {
  const middle = (field: keyof Visit) => median(visits.map((each) => each[field]));
  return [
    ...(['first', 'contentful', 'largest'] as const).map((field) => milliseconds(middle(field))),
    kilobytes(middle('document')),
  ];
}

async function measurePage(browser: Browser, name: string, url: string, text: string) {
  const empty: Visit[] = [];
  const warm: Visit[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext(PHONE);
    empty.push(await visit(context, url));
    warm.push(await visit(context, url));
    await context.close();
  }
  const alone = await readsFromDocumentAlone(browser, url, text);
  const size = median(empty.map((each) => each.document)) / 1000;
  return [
    [
      `${name}, empty cache`,
      ...describe(empty),
      goal(size, 'at most', DOCUMENT_KB, ' KB'),
      alone ? 'yes' : '**no**',
    ],
    [`${name}, second visit`, ...describe(warm), '', ''],
  ];
}

await withSite(async (site) => {
  const administrator = await logIn(site);
  const input = { ...writePost(0, 8_000), title: 'A post of ordinary length', published: true };
  const { slug } = await administrator.create(input);
  const url = `${site}/blog/${slug}`;
  // Once unmeasured: the pictures are made when they are first asked for.
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const warmUp = await browser.newContext(PHONE);
  for (const each of [site, url]) await visit(warmUp, each);
  const firstWords = /<p>([^<.,]+)/.exec(input.content)?.[1] ?? '';
  const section: Section = {
    title: 'Paints on a phone',
    about: `Chromium on slow 4G (1.6 Mbps, 150 ms) with the processor ${CPU_SLOWDOWN} times slower; medians of ${RUNS} visits. "Alone": with all but the document blocked, the text is painted.`,
    columns: [
      ...['', 'first paint', 'first contentful', 'largest contentful'],
      ...['document', 'goal', 'alone'],
    ],
    rows: [
      ...(await measurePage(browser, 'home', site, input.title)),
      ...(await measurePage(browser, 'post of 8 KB', url, firstWords)),
    ],
  };
  await browser.close();
  console.log(write(section));
});
