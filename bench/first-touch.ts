import { setTimeout as wait } from 'node:timers/promises';
import { readTrace, type Task, TRACE_CATEGORIES } from './main-thread.ts';
import {
  type Connection,
  evaluate,
  openPage,
  type Phone,
  SLOWDOWN,
  startTracing,
  tap,
  until,
  withPhone,
} from './slow-phone.ts';

const SELECTORS = {
  link: 'header nav a:not([aria-current])',
  theme: 'header [data-theme-switch]',
  search: '#blog-search',
  topics: '#blog-topic',
} as const;

export type Target = keyof typeof SELECTORS;

/** How long a page is watched after it has hydrated. */
const QUIET_MS = 3_000;
/** Stands for "never". */
const NO_REACTION_MS = 5_000;
const HYDRATION = { everyMs: 500, timeoutMs: 30_000 };

/** Runs in the page, before its own scripts: notes the largest paint, the first touch and the reaction to it. */
const WATCH = `
window.bench = { largest: 0, touched: undefined, reacted: undefined, slowest: 0 };
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) bench.largest = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
addEventListener('pointerdown', ({ timeStamp }) => { bench.touched ??= timeStamp; }, true);
// A message that is posted before a frame is painted arrives after it.
const react = () => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { bench.reacted ??= performance.now() - bench.touched; };
  port2.postMessage(null);
});
new MutationObserver(() => bench.touched !== undefined && react()).observe(document, {
  attributes: true, attributeFilter: ['data-theme'], subtree: true,
});
addEventListener('focusin', ({ target }) => {
  if (bench.touched !== undefined && /^blog-/.test(target.id)) react();
}, true);
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    if (startTime >= bench.touched) bench.slowest = Math.max(bench.slowest, duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

type Place = { readonly x: number; readonly y: number };

/** The middle of the first that nothing covers. */
function findTarget(phone: Phone, target: Target): Promise<Place | undefined> {
  return evaluate(
    phone,
    `[...document.querySelectorAll(${JSON.stringify(SELECTORS[target])})].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const place = { x: left + width / 2, y: top + height / 2 };
      return element.contains(document.elementFromPoint(place.x, place.y)) ? place : undefined;
    }).find(Boolean)`,
  );
}

/** In the margin of the text, where a touch does nothing. */
const NOTHING: Place = { x: 4, y: 300 };

export type Visit = {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly hydrated: number;
  /** When the page was touched, if it was. */
  readonly touchedAt: number | null;
  readonly tasks: readonly Task[];
};

/** Until the page has hydrated and is quiet: left alone, or touched right after the first paint. */
export function visit(browser: Connection, url: string, isTouched: boolean): Promise<Visit> {
  return withPhone(browser, SLOWDOWN, async (phone) => {
    const stopTracing = await startTracing(browser, TRACE_CATEGORIES);
    await openPage(phone, url, WATCH);
    if (isTouched) await tap(phone, NOTHING);
    const hydrated = await until<number>(
      phone,
      "performance.getEntriesByName('hydrated')[0]?.startTime",
      HYDRATION,
    );
    if (hydrated === undefined) throw new Error(`The scripts of ${url} did not run.`);
    await wait(QUIET_MS);
    const times = await evaluate<Omit<Visit, 'hydrated' | 'tasks'>>(
      phone,
      `({
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
        largestPaint: bench.largest,
        touchedAt: bench.touched ?? null,
      })`,
    );
    return { ...times, hydrated, tasks: readTrace(await stopTracing(), url) };
  });
}

/** When the request of the next page is sent. */
function nextRequest({ browser }: Phone, url: string): Promise<number> {
  return new Promise((resolve) =>
    browser.on('Network.requestWillBeSent', ({ type, request, wallTime }) => {
      if (type === 'Document' && request.url !== url) resolve(wallTime * 1_000);
    }),
  );
}

/** From a tap right after the first paint to the paint that shows it, or to the next page's request. */
export function timeTap(browser: Connection, url: string, target: Target): Promise<number> {
  return withPhone(browser, SLOWDOWN, async (phone) => {
    const requested = nextRequest(phone, url);
    await openPage(phone, url, WATCH);
    const place = await findTarget(phone, target);
    if (!place) throw new Error(`${url} does not show the ${target}.`);
    const begin = Date.now();
    await tap(phone, place);
    if (target === 'link')
      return Promise.race([
        requested.then((time) => Math.max(0, time - begin)),
        wait(NO_REACTION_MS, NO_REACTION_MS, { ref: false }),
      ]);
    const waiting = { everyMs: 100, timeoutMs: NO_REACTION_MS };
    const reaction = await until<number>(phone, 'bench.reacted', waiting);
    // The browser reports an event after the frame that shows what it did.
    await wait(500);
    return Math.max(reaction ?? NO_REACTION_MS, await evaluate<number>(phone, 'bench.slowest'));
  });
}
