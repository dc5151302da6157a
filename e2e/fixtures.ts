import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

type Watch = {
  /** Complaints of the console that the test provokes on purpose. */
  expectComplaint: (text: RegExp) => void;
  /** What the browser asked for after the first load, as `GET /path?query`. */
  requests: string[];
};

declare global {
  interface Window {
    layoutShift: number;
    /** What moved, to find out why. */
    moved: string[];
  }
}

const MAX_LAYOUT_SHIFT = 0.02;

/** Sums what moves without anybody having touched anything. */
function watchLayoutShift(): void {
  window.layoutShift = 0;
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      window.layoutShift += entry.value;
      for (const { node, previousRect: from, currentRect: to } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ');
        window.moved.push(
          `${element?.outerHTML.slice(0, 120)}: ${place(from)} to ${place(to)} by ${entry.value}`,
        );
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The browser's word for going on before the last page has faded in, which harms nobody. */
const IMPATIENCE = /^Transition was skipped/;

/** Every test fails on a complaint in the console, an uncaught error, or a page that jumps. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ page, javaScriptEnabled }, use) => {
      const complaints: string[] = [];
      const expected: RegExp[] = [IMPATIENCE];
      const requests: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (['fetch', 'xhr'].includes(request.resourceType())) {
          requests.push(`${request.method()} ${pathname}${search}`);
        }
      });
      if (javaScriptEnabled !== false) await page.addInitScript(watchLayoutShift);
      await use({ expectComplaint: (text) => expected.push(text), requests });
      const unexpected = complaints.filter((text) => !expected.some((each) => each.test(text)));
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

/** Once React has taken over: before that, a click is a plain link. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const button = document.querySelector('header button');
    return button !== null && Object.keys(button).some((key) => key.startsWith('__react'));
  });
}

/** Once what is there now is on the screen, and what moved by it is known. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Holds back what is asked for at these addresses until the returned function is called. */
export async function hold(page: Page, addresses: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
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

/** What axe objects to. No page has frames: without them, it needs no second window to sum up. */
export async function violations(page: Page, name: string): Promise<string[]> {
  expect(page.frames()).toHaveLength(1);
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return found.violations.map((each) => `${name} ${each.id}: ${each.nodes[0]?.html}`);
}
