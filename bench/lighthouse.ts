import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { switchOnStatistics } from '../test-support/administrator.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';
import {
  formatSection,
  goal,
  milliseconds,
  progress,
  type Section,
} from '../test-support/report.ts';
import { withSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { SETTINGS } from './settings.ts';

/** The post has a picture. */
const PAGES = ['/', '/blog', '/blog/the-machine-that-added-up-the-sea'];

/** By their id in Lighthouse, with the least score. */
const SCORES = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };

/** By their id in Lighthouse, with the limit if there is one. */
const AUDITS = {
  'first-contentful-paint': undefined,
  'largest-contentful-paint': 1_600,
  'total-blocking-time': 50,
  'cumulative-layout-shift': 0.02,
};

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

function rowsOf(path: string, runs: readonly Result[]): string[][] {
  const scores = Object.entries(SCORES).map(([id, least]) => {
    const each = runs.map(({ categories }) => Math.round((categories[id]?.score ?? 0) * 100));
    return [id, each.join(' '), goal(median(each), 'at least', least)];
  });
  const audits = Object.entries(AUDITS).map(([id, most]) => {
    const value = median(runs.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    const isTime = id !== 'cumulative-layout-shift';
    const met = most === undefined ? '' : goal(value, 'at most', most, isTime ? ' ms' : '');
    return [id, isTime ? milliseconds(Math.round(value)) : value.toFixed(3), met];
  });
  return [...scores, ...audits].map(([id = '', ...cells]) => [
    `\`${path}\`: ${id.replaceAll('-', ' ')}`,
    ...cells,
  ]);
}

/** What a score below 100 comes from. */
function printFailures(path: string, runs: readonly Result[]): void {
  const failed = runs.flatMap(({ audits, categories }) =>
    Object.keys(SCORES)
      .flatMap((id) => categories[id]?.auditRefs ?? [])
      .map(({ id }) => audits[id])
      .filter((audit) => audit?.score === 0 && audit.scoreDisplayMode === 'binary')
      .map((audit) => audit?.title),
  );
  for (const title of new Set(failed)) progress(`${path} failed: ${title}`);
}

export async function measureLighthouse(site: string): Promise<Section> {
  const rows: string[][] = [];
  for (const path of PAGES) {
    // A warm-up, because image variants are created on the first request.
    await run(site + path);
    const runs: Result[] = [];
    for (let n = 0; n < SETTINGS.visits; n += 1) {
      progress(`Lighthouse on ${path}, ${n + 1} of ${SETTINGS.visits}`);
      runs.push(await run(site + path));
    }
    rows.push(...rowsOf(path, runs));
    printFailures(path, runs);
  }
  return {
    title: 'Lighthouse',
    about: `Lighthouse with its defaults, a slow phone on a slow network. Scores are those of each run, times the medians of ${SETTINGS.visits}.`,
    columns: ['', '', 'goal'],
    rows,
  };
}

if (import.meta.main)
  await withSite(async (site) => {
    console.log(formatSection(await measureLighthouse(site)));
    await switchOnStatistics(site);
    const section = await measureLighthouse(site);
    console.log(formatSection({ ...section, title: 'Lighthouse, with statistics' }));
  });
