import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';

declare global {
  interface Window {
    /** From the key to the paint of its letter, in milliseconds. */
    keyTimes: number[];
    /** From the press on `Visual` to the paint of the text. */
    openTime: number | undefined;
  }
}

export type View = 'Write' | 'Visual';

const TYPED = 'and so the long letter went on and on ';

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
}

/** Runs in the page. */
function watchPaints(): void {
  // A message that is posted before a frame is painted arrives after it.
  const afterPaint = (then: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  window.keyTimes = [];
  let pressed = 0;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp;
    },
    true,
  );
  addEventListener(
    'input',
    () => {
      const begin = pressed;
      afterPaint(() => window.keyTimes.push(performance.now() - begin));
    },
    true,
  );
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      if ((target as HTMLElement).textContent !== 'Visual') return;
      const observer = new MutationObserver(() => {
        if (!document.querySelector('.ProseMirror > p')) return;
        observer.disconnect();
        afterPaint(() => {
          window.openTime = performance.now() - timeStamp;
        });
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    true,
  );
}

/** The editor of a post, with the HTML box. */
export async function openEditor(
  browser: Browser,
  { site, token, id }: { site: string; token: string; id: string },
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript((given) => {
    localStorage.setItem('token', given);
    localStorage.setItem('editor-view', 'write');
  }, token);
  await page.addInitScript(watchPaints);
  await openAgain(page, `${site}/admin/posts/edit/${id}`);
  return page;
}

/** In a browser that has the code in its cache, unless this is the first time. */
export async function openAgain(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
}

export async function show(page: Page, view: View): Promise<void> {
  await page.getByRole('toolbar', { name: 'View of the content' }).getByText(view).click();
  const text = view === 'Visual' ? '.ProseMirror > p' : 'textarea[required][rows="12"]';
  await page.locator(text).first().waitFor();
}

export async function readOpenTime(page: Page): Promise<number> {
  const time = await page.waitForFunction(() => window.openTime);
  return (await time.jsonValue()) ?? Number.NaN;
}

/** Puts the caret into the middle paragraph. */
async function focusMiddle(page: Page, view: View): Promise<void> {
  await page.evaluate((isVisual) => {
    if (isVisual) {
      const paragraphs = [...document.querySelectorAll('.ProseMirror > p')];
      const middle = paragraphs[paragraphs.length >> 1];
      document.querySelector<HTMLElement>('.ProseMirror')?.focus();
      if (middle?.firstChild) getSelection()?.collapse(middle.firstChild, 1);
      middle?.scrollIntoView({ block: 'center' });
      return;
    }
    const box = document.querySelector<HTMLTextAreaElement>('textarea[required][rows="12"]');
    const at = box ? box.value.indexOf('<p>', box.value.length / 2) + 4 : 0;
    box?.focus();
    box?.setSelectionRange(at, at);
    // A letter scrolls the caret into view before anything is measured.
  }, view === 'Visual');
  await page.keyboard.press('x');
  // Until the word count and the notes on cleaning are done.
  await wait(1_500);
}

/** Of the main thread, with all that a key causes. */
async function taskMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

export type Typed = { readonly toPaint: number[]; readonly workPerKey: number };

/** With a pause that is longer than the work for a key: otherwise keys wait for each other. */
export async function type(
  page: Page,
  view: View,
  { keys, pauseMs }: { keys: number; pauseMs: number },
): Promise<Typed> {
  await focusMiddle(page, view);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  await page.evaluate(() => {
    window.keyTimes = [];
  });
  const before = await taskMs(client);
  for (let n = 0; n < keys; n += 1) {
    const next = wait(pauseMs);
    await page.keyboard.press(TYPED[n % TYPED.length] ?? ' ');
    await next;
  }
  const work = (await taskMs(client)) - before;
  await client.detach();
  const toPaint = await page.evaluate(() => window.keyTimes);
  if (toPaint.length !== keys)
    throw new Error(`${keys} keys were pressed in ${view}, but ${toPaint.length} were painted.`);
  return { toPaint, workPerKey: work / keys };
}
