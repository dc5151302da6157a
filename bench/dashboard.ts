import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSession } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { formatSection, goal, milliseconds, progress, ratio } from '../test-support/report.ts';
import { median } from '../test-support/statistics.ts';
import { writePost } from '../test-support/texts.ts';
import { alternate } from './alternate.ts';
import { defineAfterPaint, launchBrowser } from './browser.ts';
import { CHECKOUTS, otherCheckout, startBoth } from './checkouts.ts';

import { LETTERS, type Seeded } from './seed.ts';
import { SETTINGS } from './settings.ts';

const POSTS = Math.max(...SETTINGS.sizes);
const COPIES = 100;
const ROUNDS = SETTINGS.comparisons;
const LIMIT = 1.2;

declare global {
  interface Window {
    /** From the start of the navigation to the paint of the first rows, in milliseconds. */
    firstRows: number | undefined;
  }
}

/** Runs in the page. */
function watchRows(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('tbody th')) return;
    observer.disconnect();
    window.afterPaint(() => {
      window.firstRows = performance.now();
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

async function writeCopies(url: string, token: string, seeded: readonly Seeded[]): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'if-none-match': '*' };
  const every = Math.floor(seeded.length / COPIES);
  for (let n = 0; n < COPIES; n += 1) {
    const { title, excerpt, content } = writePost(n, LETTERS);
    const body = { base_version: 1, form: { title, excerpt, content } };
    const path = `/api/admin/working-copies/${seeded[n * every]?.id}`;
    await requestOk(url + path, { method: 'PUT', headers, body });
  }
}

const other = otherCheckout();
progress(`writing ${POSTS} posts`);
const folders = { other: temporaryFolder(), this: temporaryFolder() };
// By the other checkout: its data can be migrated to this one, but not the other way round.
const { seed } = await import(pathToFileURL(resolve(other, 'bench/seed.ts')).href);
const seeded: Seeded[] = await seed(folders.other, 0, POSTS);
cpSync(folders.other, folders.this, { recursive: true });
const sites = await startBoth(other, folders);
const browser = await launchBrowser();

/** Returns what opens it again, with the code in the browser's cache. */
async function openDashboard(name: (typeof CHECKOUTS)[number]) {
  const { url } = sites[name];
  const token = await openSession(url);
  if (name === 'this') await writeCopies(url, token, seeded);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript((given) => localStorage.setItem('token', given), token);
  await page.addInitScript(defineAfterPaint);
  await page.addInitScript(watchRows);
  return async () => {
    await page.goto(`${url}/admin`);
    const time = await page.waitForFunction(() => window.firstRows);
    return (await time.jsonValue()) ?? Number.NaN;
  };
}

const open = { other: await openDashboard('other'), this: await openDashboard('this') };
progress('opening the dashboards');
// Round 0 is the warm-up.
const times = await alternate(CHECKOUTS, ROUNDS + 1, (name) => open[name]());
await browser.close();
await Promise.all([sites.other.stop(), sites.this.stop()]);
const [before, now] = [median(times.other.slice(1)), median(times.this.slice(1))];
const met = goal(now / before, 'at most', LIMIT, ' ×');
console.log(
  formatSection({
    title: 'The first rows of the dashboard',
    about: `Chromium, ${POSTS} posts, in this checkout ${COPIES} of them with a working copy. From the start of the navigation to the paint of the first rows; medians of ${ROUNDS} rounds, alternately with ${other}, with the code in the browser's cache.`,
    columns: ['', 'other', 'this', 'this / other', 'goal'],
    rows: [['first rows', milliseconds(before), milliseconds(now), ratio(now, before), met]],
  }),
);
process.exit(0);
