import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';
import { withSite } from '../test-support/site.ts';

const PAGES = ['/', '/blog', '/blog/the-machine-that-added-up-the-sea'];
const RUNS = 3;
const TIMINGS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

function percent(score: number | null | undefined): number {
  return Math.round((score ?? 0) * 100);
}

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

function print(path: string, runs: readonly Result[]): void {
  const performance = (result: Result) => result.categories.performance?.score ?? 0;
  const [worst, ...others] = runs.toSorted((a, b) => performance(a) - performance(b));
  const median = others[Math.floor(others.length / 2) - 1] ?? worst;
  if (!median) return;
  const { categories, audits } = median;
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${percent(score)}`);
  console.log(
    `\n${path}   (performance of each run: ${runs.map((result) => percent(performance(result))).join(', ')})`,
  );
  console.log(`  ${scores.join('  ')}`);
  for (const id of TIMINGS) {
    console.log(`  ${audits[id]?.title?.padEnd(26)} ${audits[id]?.displayValue}`);
  }
  for (const { title, score, scoreDisplayMode } of Object.values(audits)) {
    if (score === 0 && scoreDisplayMode === 'binary') console.log(`  failed: ${title}`);
  }
}

await withSite(async (site) => {
  // A warm-up, because image variants are created on the first request.
  for (const path of PAGES) await run(site + path);
  for (const path of PAGES) {
    const runs: Result[] = [];
    for (let n = 0; n < RUNS; n += 1) runs.push(await run(site + path));
    print(path, runs);
  }
});
