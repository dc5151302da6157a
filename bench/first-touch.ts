import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { readTrace, type Task, TRACE_CATEGORIES } from './main-thread.ts';
import { calledBy, evaluate, openPage, type Phone, tap, withPhone } from './slow-phone.ts';

export const TARGETS = {
  link: 'header nav a:not([aria-current])',
  theme: 'header [data-theme-switch]',
  search: '#blog-search',
  topics: '#blog-topic',
} as const;

export type Target = keyof typeof TARGETS;

/** How long a page is watched after it is awake. */
const QUIET_MS = 3_000;
/** Stands for "never". */
export const NO_REACTION_MS = 5_000;

/** Calls `painted` with the places to tap on, and `awake` when the page is hydrated. */
const WATCH_LOADING = `
const middleOf = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};
const places = () => {
  const found = {};
  for (const [name, selector] of Object.entries(${JSON.stringify(TARGETS)})) {
    const element = [...document.querySelectorAll(selector)].find((candidate) => {
      const { x, y } = middleOf(candidate);
      return candidate.contains(document.elementFromPoint(x, y));
    });
    if (element) found[name] = middleOf(element);
  }
  for (let y = innerHeight - 20; y > 60 && !found.nothing; y -= 20)
    if (!document.elementFromPoint(20, y)?.closest('a, button, input, select, label, summary'))
      found.nothing = { x: 20, y };
  return found;
};
window.largest = 0;
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) window.largest = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint')[0]) painted(JSON.stringify(places()));
}).observe({ type: 'paint', buffered: true });
new PerformanceObserver((list) => {
  const [mark] = list.getEntriesByName('hydrated');
  if (mark) awake(String(mark.startTime));
}).observe({ type: 'mark', buffered: true });
`;

/** Calls `tapped` with the time of the first touch, and `reacted` with the delay of the reaction. */
const WATCH_TAP = `
let tappedAt;
window.slowestEvent = 0;
addEventListener('pointerdown', ({ timeStamp }) => {
  tappedAt ??= timeStamp;
  tapped(String(performance.timeOrigin + timeStamp));
}, true);
// A message that is posted before a frame is painted arrives after it.
const react = () => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => reacted(String(performance.now() - tappedAt));
  port2.postMessage(null);
});
const isTapped = () => tappedAt !== undefined;
new MutationObserver(() => isTapped() && react()).observe(document, {
  attributes: true, attributeFilter: ['data-theme'], subtree: true,
});
addEventListener('focusin', ({ target }) => isTapped() && /^blog-/.test(target.id) && react(), true);
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    if (startTime >= tappedAt) window.slowestEvent = Math.max(window.slowestEvent, duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

type Places = Readonly<Record<Target | 'nothing', { x: number; y: number } | undefined>>;

async function placesAtPaint(painted: Promise<string | undefined>, url: string): Promise<Places> {
  const places = await painted;
  if (places === undefined) throw new Error(`${url} was not painted.`);
  return JSON.parse(places);
}

export type Visit = {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly awake: number;
  readonly touchedAt: number;
  readonly tasks: readonly Task[];
};

async function readVisit(phone: Phone): Promise<Pick<Visit, 'firstPaint' | 'largestPaint'>> {
  const paint = `performance.getEntriesByName('first-contentful-paint')[0].startTime`;
  return {
    firstPaint: await evaluate(phone, paint),
    largestPaint: await evaluate(phone, 'largest'),
  };
}

/** Until the page is awake and quiet: left alone, or touched right after the first paint. */
export function visit(browser: Browser, url: string, isTouched: boolean): Promise<Visit> {
  return withPhone(browser, async (phone) => {
    const [painted, awake, tapped] = [
      calledBy(phone, 'painted'),
      calledBy(phone, 'awake'),
      calledBy(phone, 'tapped'),
    ];
    await browser.startTracing(phone.page, { categories: TRACE_CATEGORIES });
    const script = WATCH_LOADING + WATCH_TAP;
    await openPage(phone, { url, functions: ['painted', 'awake', 'tapped', 'reacted'], script });
    const places = await placesAtPaint(painted, url);
    if (isTouched && places.nothing) await tap(phone, places.nothing);
    const awakeAt = Number((await awake) ?? Number.NaN);
    await wait(QUIET_MS);
    const origin = await evaluate<number>(phone, 'performance.timeOrigin');
    const times = await readVisit(phone);
    const tasks = readTrace(await browser.stopTracing(), url);
    const touchedAt = isTouched ? Number(await tapped) - origin : Number.POSITIVE_INFINITY;
    return { ...times, awake: awakeAt, touchedAt, tasks };
  });
}

/** From a tap right after the first paint to the paint that shows it, or to the next page's request. */
export function timeTap(browser: Browser, url: string, target: Target): Promise<number> {
  return withPhone(browser, async (phone) => {
    const painted = calledBy(phone, 'painted');
    const tapped = calledBy(phone, 'tapped');
    const reacted = calledBy(phone, 'reacted', 60_000);
    const requested = new Promise<number>((resolve) => {
      phone.client.on('Network.requestWillBeSent', ({ type, request, wallTime }) => {
        if (type === 'Document' && request.url !== url) resolve(wallTime * 1_000);
      });
    });
    const script = WATCH_LOADING + WATCH_TAP;
    await openPage(phone, { url, functions: ['painted', 'awake', 'tapped', 'reacted'], script });
    const place = (await placesAtPaint(painted, url))[target];
    if (!place) throw new Error(`${url} does not show the ${target}.`);
    await tap(phone, place);
    const tappedAt = Number(await tapped);
    const never = wait(NO_REACTION_MS, NO_REACTION_MS, { ref: false });
    if (target === 'link') return Promise.race([requested.then((time) => time - tappedAt), never]);
    const reaction = await Promise.race([reacted.then(Number), never]);
    // The browser reports an event after the frame that shows what it did.
    await wait(500);
    return Math.max(reaction, await evaluate<number>(phone, 'slowestEvent'));
  });
}
