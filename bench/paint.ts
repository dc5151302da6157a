import { setTimeout as wait } from 'node:timers/promises';
import {
  count,
  formatSection,
  goal,
  milliseconds,
  progress,
  type Section,
} from '../test-support/report.ts';
import { withSite } from '../test-support/site.ts';
import { largest, median } from '../test-support/statistics.ts';
import { defineAfterPaint } from './browser.ts';
import { SETTINGS } from './settings.ts';
import {
  type Connection,
  evaluate,
  openPage,
  SLOWDOWN,
  type Task,
  tap,
  traceTasks,
  until,
  withBrowser,
  withPhone,
} from './slow-phone.ts';

const PAGES = ['/', '/blog', '/blog/the-machine-that-added-up-the-sea'];
const TASK_LIMIT_MS = 50;
const LONG_TASK_LIMIT_MS = 100;
const REACTION_LIMIT_MS = 200;
/** How long a page is watched after it has hydrated. */
const QUIET_MS = 3_000;
/** Stands for "never". */
const NO_REACTION_MS = 5_000;
/** In the margin of the text, where a touch does nothing. */
const NOTHING = { x: 4, y: 300 };

/** What is tapped right after the first paint, by its name in the report. */
const TARGETS = {
  'a link': 'header nav a:not([aria-current])',
  'the theme': 'header [data-theme-switch]',
  'the search': '#blog-search',
  'the topic list': '#blog-topic',
} as const;

type Target = keyof typeof TARGETS;

/** Runs in the page, before its own scripts: notes the largest paint, the first touch and the reaction to it. */
const WATCH = `
(${defineAfterPaint})();
window.bench = { largest: 0 };
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) bench.largest = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
addEventListener('pointerdown', ({ timeStamp }) => { bench.touched ??= timeStamp; }, true);
const react = () => bench.touched !== undefined && afterPaint(() => {
  bench.reacted ??= performance.now() - bench.touched;
});
new MutationObserver(react).observe(document, {
  attributes: true, attributeFilter: ['data-theme'], subtree: true,
});
addEventListener('focusin', ({ target }) => /^blog-/.test(target.id) && react(), true);
`;

type Visit = {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly hydrated: number;
  /** When the page was touched, if it was. */
  readonly touchedAt?: number;
  readonly tasks: readonly Task[];
};

/** Until the page has hydrated and is quiet: left alone, or touched right after the first paint. */
function visit(browser: Connection, url: string, isTouched: boolean): Promise<Visit> {
  return withPhone(browser, async (phone) => {
    const readTasks = await traceTasks(browser, url);
    await openPage(phone, url, WATCH);
    if (isTouched) await tap(phone, NOTHING);
    const hydrated = await until<number>(
      phone,
      "performance.getEntriesByName('hydrated')[0]?.startTime",
      { everyMs: 500, timeoutMs: 30_000 },
    );
    if (hydrated === undefined) throw new Error(`The scripts of ${url} did not run.`);
    await wait(QUIET_MS);
    const times = await evaluate<Omit<Visit, 'hydrated' | 'tasks'>>(
      phone,
      `({
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
        largestPaint: bench.largest,
        touchedAt: bench.touched,
      })`,
    );
    return { ...times, hydrated, tasks: await readTasks() };
  });
}

/** The middle of the first match that nothing covers. */
const findTarget = (target: Target) => `
[...document.querySelectorAll(${JSON.stringify(TARGETS[target])})].map((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const place = { x: left + width / 2, y: top + height / 2 };
  return element.contains(document.elementFromPoint(place.x, place.y)) ? place : undefined;
}).find(Boolean)`;

/** From the tap to the paint that shows it, or to the next page's request. */
function timeTap(browser: Connection, url: string, target: Target): Promise<number> {
  return withPhone(browser, async (phone) => {
    const requested = new Promise<number>((resolve) =>
      browser.on('Network.requestWillBeSent', ({ type, request, wallTime }) => {
        if (type === 'Document' && request.url !== url) resolve(wallTime * 1_000);
      }),
    );
    await openPage(phone, url, WATCH);
    const place = await evaluate<{ x: number; y: number } | undefined>(phone, findTarget(target));
    if (!place) throw new Error(`${url} does not show ${target}.`);
    const begin = Date.now();
    await tap(phone, place);
    if (target === 'a link')
      return Promise.race([
        requested.then((time) => Math.max(0, time - begin)),
        wait(NO_REACTION_MS, NO_REACTION_MS, { ref: false }),
      ]);
    const waiting = { everyMs: 100, timeoutMs: NO_REACTION_MS };
    return (await until<number>(phone, 'bench.reacted', waiting)) ?? NO_REACTION_MS;
  });
}

type Measured = {
  readonly alone: Visit[];
  readonly touched: Visit[];
  readonly taps: Readonly<Record<Target, number[]>>;
};

type Row = {
  readonly name: string;
  readonly of: (page: Measured) => number;
  readonly format?: (value: number) => string;
  readonly limit?: readonly [limit: number, unit: string];
};

const work = (tasks: readonly Task[]) => largest(tasks.map((task) => task.work));
const lasted = (tasks: readonly Task[]) => largest(tasks.map(({ start, end }) => end - start));
const long = (tasks: readonly Task[]) =>
  tasks.filter((task) => task.work > LONG_TASK_LIMIT_MS).length;

const beforePaint = ({ tasks, firstPaint }: Visit) =>
  tasks.filter(({ start }) => start < firstPaint);
/** A task during which the page is painted or touched belongs to what came before. */
const afterPaint = ({ tasks, firstPaint }: Visit) =>
  tasks.filter(({ start }) => start >= firstPaint);
const afterTouch = ({ tasks, touchedAt = Number.POSITIVE_INFINITY }: Visit) =>
  tasks.filter(({ end }) => end >= touchedAt);

const alone = (read: (visit: Visit) => number) => (page: Measured) => median(page.alone.map(read));
const touched = (read: (visit: Visit) => number) => (page: Measured) =>
  median(page.touched.map(read));

const UNTOUCHED = 'from then to the first touch';
const TOUCHED = 'after a touch at the first paint';

const ROWS: readonly Row[] = [
  { name: 'first paint', of: alone((visit) => visit.firstPaint) },
  { name: 'largest paint', of: alone((visit) => visit.largestPaint) },
  { name: 'hydrated, if left alone', of: alone((visit) => visit.hydrated) },
  {
    name: 'longest task before the first paint',
    of: alone((visit) => work(beforePaint(visit))),
  },
  {
    name: `longest task ${UNTOUCHED}`,
    of: alone((visit) => work(afterPaint(visit))),
    limit: [TASK_LIMIT_MS, ' ms'],
  },
  {
    name: `longest task, with waiting, ${UNTOUCHED}`,
    of: alone((visit) => lasted(afterPaint(visit))),
  },
  { name: `longest task ${TOUCHED}`, of: touched((visit) => work(afterTouch(visit))) },
  {
    name: `longest task, with waiting, ${TOUCHED}`,
    of: touched((visit) => lasted(afterTouch(visit))),
  },
  {
    name: `tasks over ${LONG_TASK_LIMIT_MS} ms ${TOUCHED}`,
    of: touched((visit) => long(afterTouch(visit))),
    format: count,
    limit: [1, ''],
  },
  ...(Object.keys(TARGETS) as Target[]).map(
    (target): Row => ({
      name: `tap on ${target} at the first paint`,
      of: ({ taps }) => median(taps[target]),
      limit: [REACTION_LIMIT_MS, ' ms'],
    }),
  ),
];

function format({ name, of, format: write = milliseconds, limit }: Row, pages: Measured[]) {
  const values = pages.map(of);
  const worst = largest(values.filter(Number.isFinite));
  const met = limit ? goal(worst, 'at most', ...limit) : '';
  return [name, ...values.map((value) => (Number.isFinite(value) ? write(value) : '')), met];
}

async function measurePage(browser: Connection, url: string): Promise<Measured> {
  const page: Measured = {
    alone: [],
    touched: [],
    taps: { 'a link': [], 'the theme': [], 'the search': [], 'the topic list': [] },
  };
  // Image variants are created on the first request.
  await visit(browser, url, false);
  for (let n = 0; n < SETTINGS.visits; n += 1) {
    progress(`first paint of ${url}, ${n + 1} of ${SETTINGS.visits}`);
    page.alone.push(await visit(browser, url, false));
    page.touched.push(await visit(browser, url, true));
    for (const target of Object.keys(TARGETS) as Target[])
      if (!TARGETS[target].startsWith('#blog-') || url.endsWith('/blog'))
        page.taps[target].push(await timeTap(browser, url, target));
  }
  return page;
}

export async function measurePaint(site: string): Promise<Section> {
  const measured = await withBrowser(async (browser) => {
    const pages: Measured[] = [];
    for (const path of PAGES) pages.push(await measurePage(browser, site + path));
    return pages;
  });
  return {
    title: 'The first paint and the first touch on a slow phone',
    about: `Chromium with the processor ${SLOWDOWN} times slower, on slow 4G (150 ms, 1.6 Mbit/s down, 0.75 Mbit/s up), 375 × 667 with touch, with an empty cache; medians of ${SETTINGS.visits}. A task is measured by its processor time, which other work of the machine does not lengthen; "with waiting" is how long it lasted. Before the first paint the browser itself parses and lays out the page. A page left alone is watched until its scripts have run and three seconds longer. A tap is measured from its time stamp to the first frame after the reaction, or to the request of the next page.`,
    columns: ['', ...PAGES.map((path) => `\`${path}\``), 'goal'],
    rows: ROWS.map((row) => format(row, measured)),
  };
}

if (import.meta.main)
  await withSite(async (site) => console.log(formatSection(await measurePaint(site))));
