import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';
import { formatSection, goal, milliseconds, type Section } from '../test-support/report.ts';
import { progress } from '../test-support/settings.ts';
import { withSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { startProxy, startScriptsEarly } from './early-scripts.ts';

/** The post has a picture. */
const PAGES = ['/', '/blog', '/blog/the-machine-that-added-up-the-sea'];
const RUNS = process.argv.includes('--quick') ? 1 : 5;

type Limit = readonly [kind: 'at least' | 'at most', limit: number, unit?: string];
type Figure = {
  readonly name: string;
  readonly read: (result: Result) => number;
  readonly format: (value: number) => string;
  readonly limit: Limit | undefined;
};

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

function score(name: string, id: string, limit: number): Figure {
  const read = ({ categories }: Result) => Math.round((categories[id]?.score ?? 0) * 100);
  return { name, read, format: String, limit: ['at least', limit] };
}

function timing(name: string, id: string, limit?: number): Figure {
  const read = ({ audits }: Result) => audits[id]?.numericValue ?? Number.NaN;
  const met: Limit | undefined = limit === undefined ? undefined : ['at most', limit, ' ms'];
  return { name, read, format: (value) => milliseconds(Math.round(value)), limit: met };
}

const FIGURES: readonly Figure[] = [
  score('performance', 'performance', 99),
  score('accessibility', 'accessibility', 100),
  score('best practices', 'best-practices', 100),
  score('SEO', 'seo', 100),
  timing('first contentful paint', 'first-contentful-paint'),
  timing('largest contentful paint', 'largest-contentful-paint', 1_600),
  timing('total blocking time', 'total-blocking-time', 50),
  {
    ...timing('cumulative layout shift', 'cumulative-layout-shift'),
    format: (value) => value.toFixed(3),
    limit: ['at most', 0.02],
  },
];

/** With the defaults: a slow phone on a slow network. */
async function run(url: string): Promise<Result> {
  const chrome = await launch({
    chromePath: ensureChromium(),
    chromeFlags: ['--headless', ...CHROMIUM_FLAGS],
  });
  try {
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    return result.lhr;
  } finally {
    chrome.kill();
  }
}

type Runs = { readonly before: Result[]; readonly after: Result[] };

function rowsOf(path: string, { before, after }: Runs): string[][] {
  const rows = FIGURES.map(({ name, read, format, limit }) => {
    const [old, now] = [before, after].map((runs) => median(runs.map(read)));
    if (old === undefined || now === undefined) return [];
    const met = limit ? goal(now, ...limit) : '';
    return [`\`${path}\`: ${name}`, format(old), format(now), met];
  });
  const each = [before, after].map((runs) => runs.map(FIGURES[0]?.read ?? Number).join(' '));
  return [...rows, [`\`${path}\`: performance of each run`, ...each, '']];
}

/** What a score below 100 comes from. */
function printFailures(path: string, runs: readonly Result[]): void {
  const failed = runs.flatMap(({ audits, categories }) =>
    CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? [])
      .map(({ id }) => audits[id])
      .filter((audit) => audit?.score === 0 && audit.scoreDisplayMode === 'binary')
      .map((audit) => audit?.title),
  );
  for (const title of new Set(failed)) progress(`${path} failed: ${title}`);
}

export async function measureLighthouse(site: string): Promise<Section> {
  // Both behind a proxy, so that they differ in nothing but the scripts.
  const before = await startProxy(site, startScriptsEarly);
  const after = await startProxy(site, (html) => html);
  // A warm-up, because image variants are created on the first request.
  for (const path of PAGES) await run(after.url + path);
  const rows: string[][] = [];
  for (const path of PAGES) {
    const runs: Runs = { before: [], after: [] };
    for (let n = 0; n < RUNS; n += 1) {
      progress(`Lighthouse on ${path}, ${n + 1} of ${RUNS}`);
      runs.before.push(await run(before.url + path));
      runs.after.push(await run(after.url + path));
    }
    rows.push(...rowsOf(path, runs));
    printFailures(path, runs.after);
  }
  before.stop();
  after.stop();
  return {
    title: 'Lighthouse',
    about: `Lighthouse with its defaults, a slow phone on a slow network; medians of ${RUNS}. "Before" is the same site with its scripts preloaded from the head and run at once, as they were until they started after the first paint. Both are behind the same proxy, and the runs alternate.`,
    columns: ['', 'before', 'after', 'goal'],
    rows,
  };
}

if (import.meta.main)
  await withSite(async (site) => console.log(formatSection(await measureLighthouse(site))));
