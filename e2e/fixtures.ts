import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test as base } from './kept-context.ts';

type Watch = {
  /** For console errors and warnings that the test provokes. */
  expectConsoleError: (text: RegExp) => void;
  /** The browser's fetch requests, as `GET /path?query`. */
  requests: string[];
};

declare global {
  interface Window {
    layoutShift: number;
    moved: string[];
    hasRecentInput: () => boolean;
  }
}

const MAX_LAYOUT_SHIFT = 0.02;

/**
 * Sums up layout shifts without user input in the half second before them, or before the request
 * whose response they show. Time in which the page was too busy for a frame is left out: otherwise a
 * slow machine would count more than a fast one.
 */
function watchLayoutShift(): void {
  window.layoutShift = 0;
  window.moved = [];
  const RECENT_MS = 500;
  const FRAME_MS = 20;
  const periods: { from: number; until: number }[] = [];
  const isRecent = (time: number) =>
    periods.some(({ from, until }) => from <= time && time < until);
  window.hasRecentInput = () => isRecent(performance.now());
  function prolong(period: { until: number }, lastFrame: number) {
    requestAnimationFrame(() => {
      const now = performance.now();
      period.until += Math.max(0, now - lastFrame - FRAME_MS);
      // What is done before React runs is answered when it does.
      if (document.documentElement.dataset.scripts !== 'ready') period.until = now + RECENT_MS;
      if (now < period.until) prolong(period, now);
    });
  }
  const noteInput = () => {
    const now = performance.now();
    const last = periods.at(-1);
    const until = now + RECENT_MS;
    if (last && now < last.until) {
      last.until = Math.max(last.until, until);
      return;
    }
    const period = { from: now, until };
    periods.push(period);
    prolong(period, now);
  };
  // Playwright's fill, going back and dispatched events are no input to the browser, as a person's would be.
  const INPUT = ['input', 'change', 'drop', 'paste', 'pointerdown', 'click', 'keydown', 'popstate'];
  for (const type of INPUT) window.addEventListener(type, noteInput, true);
  const { fetch } = window;
  window.fetch = async (...request) => {
    const followsInput = isRecent(performance.now());
    try {
      return await fetch(...request);
    } finally {
      if (followsInput) noteInput();
    }
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      if (entry.hadRecentInput || isRecent(entry.startTime)) continue;
      window.layoutShift += entry.value;
      for (const { node, previousRect: from, currentRect: to } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const format = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ');
        window.moved.push(
          `${element?.outerHTML.slice(0, 120)}: ${format(from)} to ${format(to)} by ${entry.value}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Navigating again before a view transition has ended is harmless, also to a page that has none. */
const SKIPPED_TRANSITION = /^Transition was (skipped|aborted)/;

/** Said of a page that was left before it showed its picture. */
const LEFT_EARLY = /was preloaded using link preload but not used/;

/** Only the journeys of reading offline allow it. */
const NO_SERVICE_WORKER = /^Service Worker registration blocked/;

/** Every test fails on a console error or warning, an uncaught error, or a layout shift. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ page, javaScriptEnabled }, use) => {
      const consoleErrors: string[] = [];
      const expected: RegExp[] = [SKIPPED_TRANSITION, LEFT_EARLY, NO_SERVICE_WORKER];
      const requests: string[] = [];
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        // Posts of other tests, which the lists of a shared site show, have images there.
        if (message.location().url.startsWith('https://example.com/')) return;
        consoleErrors.push(message.text());
      });
      page.on('pageerror', (error) => consoleErrors.push(error.message));
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        // Scripts and stylesheets are fetched before they are used.
        if (['fetch', 'xhr'].includes(request.resourceType()) && !pathname.startsWith('/assets/')) {
          requests.push(`${request.method()} ${pathname}${search}`);
        }
      });
      if (javaScriptEnabled !== false) await page.addInitScript(watchLayoutShift);
      await use({ expectConsoleError: (text) => expected.push(text), requests });
      const unexpected = consoleErrors.filter(
        (text) => !expected.some((pattern) => pattern.test(text)),
      );
      expect(unexpected).toEqual([]);
      if (javaScriptEnabled !== false && !page.isClosed()) {
        const moved = await page.evaluate(() => window.moved?.join('\n'));
        expect(await page.evaluate(() => window.layoutShift ?? 0), moved).toBeLessThanOrEqual(
          MAX_LAYOUT_SHIFT,
        );
      }
    },
    { auto: true },
  ],
});

export { expect };

/** Waits for hydration: before that, links load a new page. The event lets it start at once. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event('pointermove'));
    return document.documentElement.dataset.scripts === 'ready';
  });
}

/** Waits until the current state is painted and its layout shifts are reported. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Collects what these elements say, also for so short a time that an expectation may miss it. */
export async function recordTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const texts = await page.evaluateHandle((searched) => {
    const said: string[] = [];
    const read = () => {
      for (const { textContent } of document.querySelectorAll(searched)) said.push(textContent);
    };
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(read).observe(document, changes);
    return said;
  }, selector);
  return () => texts.jsonValue();
}

/** Waits until input no longer excuses a layout shift. */
export async function inputForgotten(page: Page): Promise<void> {
  await page.waitForFunction(() => !window.hasRecentInput());
}

/** For a page that moves by what is no input to the browser. */
export async function forgetLayoutShift(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.layoutShift = 0;
  });
}

/** Delays requests to these URLs until the returned function is called. */
export async function hold(page: Page, urls: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(urls, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export function holdApi(page: Page, path: string): Promise<() => void> {
  return hold(page, `**/api/${path}`);
}

export async function failApi(page: Page, path: string): Promise<void> {
  await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
}

export const DISK_FULL = 'The server’s disk is full. Nothing was changed.';

export async function failForFullDisk(page: Page, path: string): Promise<void> {
  const contentType = 'application/problem+json';
  await page.route(`**/api/${path}`, (route) =>
    route.fulfill({ status: 507, contentType, json: { detail: DISK_FULL } }),
  );
}

/** Legacy mode: without frames of its own, axe needs no second page. */
export async function violations(page: Page, name: string, frames = 1): Promise<string[]> {
  expect(page.frames()).toHaveLength(frames);
  // Describing what is right takes as long as finding what is wrong.
  const options = { resultTypes: ['violations' as const] };
  const results = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
  return results.violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`);
}

/** Of one page that is open: only its colours depend on the theme. */
export async function violationsInThemes(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page, `${name}, ${colorScheme}`)));
  }
  return found;
}
