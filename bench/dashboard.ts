import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { openSession } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { formatSection, goal, milliseconds, ratio } from '../test-support/report.ts';
import { progress } from '../test-support/settings.ts';
import { startSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { writePost } from '../test-support/texts.ts';
import { ensureBuilt } from '../web/server/build-stamp.ts';
import { launch } from './key-to-paint.ts';
import { LETTERS, type Seeded } from './seed.ts';

const POSTS = Number(process.env.POSTS ?? 10_000);
const COPIES = 100;
const ROUNDS = 15;
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
    // A message that is posted before a frame is painted arrives after it.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.firstRows = performance.now();
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

type Dashboard = { readonly url: string; readonly token: string };

/** With the code in the browser's cache, except for the first time. */
async function open(browser: Browser, { url, token }: Dashboard) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript((given) => localStorage.setItem('token', given), token);
  await page.addInitScript(watchRows);
  return async () => {
    await page.goto(`${url}/admin`);
    const time = await page.waitForFunction(() => window.firstRows);
    return (await time.jsonValue()) ?? Number.NaN;
  };
}

async function writeCopies({ url, token }: Dashboard, seeded: readonly Seeded[]): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'if-none-match': '*' };
  const every = Math.floor(seeded.length / COPIES);
  for (let n = 0; n < COPIES; n += 1) {
    const { title, excerpt, content } = writePost(n, LETTERS);
    const body = { base_version: 1, form: { title, excerpt, content } };
    const path = `/api/admin/working-copies/${seeded[n * every]?.id}`;
    await requestOk(url + path, { method: 'PUT', headers, body });
  }
}

const path = process.argv[2];
if (path === undefined) {
  console.error('Which checkout? npm run bench:dashboard -- PATH, of a checkout that is built.');
  process.exit(1);
}
ensureBuilt(console.error);
progress(`writing ${POSTS} posts`);
const [otherFolder, thisFolder] = [temporaryFolder(), temporaryFolder()];
// By the other checkout: its data can be migrated to this one, but not the other way round.
const { seed } = await import(pathToFileURL(resolve(path, 'bench/seed.ts')).href);
const seeded: Seeded[] = await seed(otherFolder, 0, POSTS);
cpSync(otherFolder, thisFolder, { recursive: true });
const sites = {
  other: await startSite(otherFolder, {}, undefined, resolve(path)),
  this: await startSite(thisFolder),
};
const dashboards = {
  other: { url: sites.other.url, token: await openSession(sites.other.url) },
  this: { url: sites.this.url, token: await openSession(sites.this.url) },
};
await writeCopies(dashboards.this, seeded);
const browser = await launch();
const opened = {
  other: await open(browser, dashboards.other),
  this: await open(browser, dashboards.this),
};
const times = { other: [] as number[], this: [] as number[] };
progress('opening the dashboards');
// Round 0 is the warm-up. The order alternates, so that neither is always first.
for (let round = 0; round <= ROUNDS; round += 1)
  for (const name of round % 2 === 0
    ? (['other', 'this'] as const)
    : (['this', 'other'] as const)) {
    const time = await opened[name]();
    if (round > 0) times[name].push(time);
  }
await browser.close();
await Promise.all([sites.other.stop(), sites.this.stop()]);
const [before, now] = [median(times.other), median(times.this)];
console.log(
  formatSection({
    title: 'The first rows of the dashboard',
    about: `Chromium, ${POSTS} posts, in this checkout ${COPIES} of them with a working copy. From the start of the navigation to the paint of the first rows; medians of ${ROUNDS} rounds, alternately with ${path}, with the code in the browser's cache.`,
    columns: ['', 'other', 'this', 'this / other', 'goal'],
    rows: [
      [
        'first rows',
        milliseconds(before),
        milliseconds(now),
        ratio(now, before),
        goal(now / before, 'at most', LIMIT, ' ×'),
      ],
    ],
  }),
);
process.exit(0);
