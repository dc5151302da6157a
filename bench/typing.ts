import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { logIn, openSession } from '../test-support/administrator.ts';
import { requestOk } from '../test-support/http-client.ts';
import {
  formatSection,
  goal,
  kilobytes,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { withSite } from '../test-support/site.ts';
import { median, percentile } from '../test-support/statistics.ts';
import { writePost } from '../test-support/texts.ts';
import { alternate } from './alternate.ts';
import { defineAfterPaint, launchBrowser } from './browser.ts';
import { SETTINGS } from './settings.ts';

declare global {
  interface Window {
    /** From the key to the paint of its letter, in milliseconds. */
    keyTimes: number[];
    /** From the press on `Visual` to the paint of the text. */
    openTime: number | undefined;
  }
}

const VIEWS = ['HTML', 'Visual'] as const;
type View = (typeof VIEWS)[number];

const LETTERS = 76_000;
const KEYS = 'and so the long letter went on and on so';
const OPENED = SETTINGS.visits;
const SLOWDOWN = 4;
/** Longer than the work for a key, otherwise keys wait for each other; below the 400 ms after which words are counted. */
const PAUSE_MS = { ordinary: 120, slow: 350 };
const LIMIT = 1.5;
const OPEN_LIMIT_MS = 500;
/** A post of the sample content with a picture. */
const SAMPLE = '/api/posts/how-a-leaf-keeps-time';

const BOX = 'textarea[required][rows="12"]';
const PARAGRAPH = '.ProseMirror > p';

/** Runs in the page. */
function watchPaints(): void {
  let pressed = 0;
  const listen = (name: string, listener: (event: Event) => void) =>
    addEventListener(name, listener, true);
  listen('keydown', ({ timeStamp }) => {
    pressed = timeStamp;
  });
  listen('input', () => {
    const begin = pressed;
    window.afterPaint(() => window.keyTimes.push(performance.now() - begin));
  });
  listen('click', ({ target, timeStamp }) => {
    if ((target as HTMLElement).textContent !== 'Visual') return;
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.ProseMirror > p')) return;
      observer.disconnect();
      window.afterPaint(() => {
        window.openTime = performance.now() - timeStamp;
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

async function show(page: Page, view: View): Promise<void> {
  await page.getByRole('toolbar', { name: 'View of the content' }).getByText(view).click();
  await page
    .locator(view === 'Visual' ? PARAGRAPH : BOX)
    .first()
    .waitFor();
}

/** In a browser that has the code in its cache. */
async function timeToOpen(page: Page, chooseHtml: () => Promise<unknown>): Promise<number> {
  await chooseHtml();
  await page.reload({ waitUntil: 'networkidle' });
  await show(page, 'Visual');
  const time = await page.waitForFunction(() => window.openTime);
  return (await time.jsonValue()) ?? Number.NaN;
}

/** Puts the caret into the middle paragraph. */
async function focusMiddle(page: Page, view: View): Promise<void> {
  if (view === 'Visual') {
    const paragraphs = page.locator(PARAGRAPH);
    await paragraphs.nth((await paragraphs.count()) >> 1).click({ position: { x: 2, y: 5 } });
  } else
    await page.locator(BOX).evaluate((box: HTMLTextAreaElement) => {
      const at = box.value.indexOf('<p>', box.value.length / 2) + 4;
      box.focus();
      box.setSelectionRange(at, at);
    });
  // A letter scrolls the caret into view before anything is measured.
  await page.keyboard.press('x');
  // Until the word count and the notes on cleaning are done.
  await wait(1_500);
}

/** Of the main thread, with all that a key causes. */
async function taskMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

type Typed = { readonly toPaint: number[]; readonly workPerKey: number };

async function type(page: Page, client: CDPSession, view: View, pauseMs: number): Promise<Typed> {
  await show(page, view);
  await focusMiddle(page, view);
  await page.evaluate(() => {
    window.keyTimes = [];
  });
  const before = await taskMs(client);
  for (const key of KEYS) {
    const next = wait(pauseMs);
    await page.keyboard.press(key);
    await next;
  }
  const work = (await taskMs(client)) - before;
  const toPaint = await page.evaluate(() => window.keyTimes);
  if (toPaint.length !== KEYS.length)
    throw new Error(`Of ${KEYS.length} keys in ${view}, ${toPaint.length} were painted.`);
  return { toPaint, workPerKey: work / KEYS.length };
}

function typingRows(results: Readonly<Record<View, Typed[]>>, isSlow: boolean): string[][] {
  const times = (view: View) => results[view].flatMap(({ toPaint }) => toPaint);
  const row = (what: string, of: (view: View) => number, hasGoal: boolean) => {
    const [write, visual] = [of('HTML'), of('Visual')];
    const met = hasGoal ? goal(visual / write, 'at most', LIMIT, ' ×') : '';
    const name = isSlow ? `${what}, processor ${SLOWDOWN} × slower` : what;
    return [name, milliseconds(write), milliseconds(visual), ratio(visual, write), met];
  };
  return [
    row('key to paint, median', (view) => median(times(view)), !isSlow),
    row('key to paint, p95', (view) => percentile(times(view), 95), !isSlow),
    row(
      'work of the main thread for a key',
      (view) => median(results[view].map(({ workPerKey }) => workPerKey)),
      false,
    ),
  ];
}

async function measureOnPage(page: Page, chooseHtml: () => Promise<unknown>): Promise<string[][]> {
  progress('opening the visual editor');
  const times: number[] = [];
  for (let n = 0; n <= OPENED; n += 1) times.push(await timeToOpen(page, chooseHtml));
  const opened = median(times.slice(1));
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const rows: string[][] = [];
  for (const isSlow of [false, true]) {
    progress(isSlow ? 'typing on a slow processor' : 'typing');
    await client.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? SLOWDOWN : 1 });
    const pauseMs = isSlow ? PAUSE_MS.slow : PAUSE_MS.ordinary;
    const typed = await alternate(VIEWS, SETTINGS.visits, (view) =>
      type(page, client, view, pauseMs),
    );
    rows.push(...typingRows(typed, isSlow));
  }
  const met = goal(opened, 'at most', OPEN_LIMIT_MS, ' ms');
  return [...rows, ['press to paint of the text', '', milliseconds(opened), '', met]];
}

/** Paragraphs, headings, quotes and lists, with a table or a figure after every sixth. */
function writeLongPost(picture: string) {
  const post = writePost(0, LETTERS);
  const row = `<tr>${'<td>a word</td>'.repeat(4)}</tr>`;
  const table = `<table><tbody>${row.repeat(5)}</tbody></table>`;
  const figure = `<figure><img src="${picture}" alt=""><figcaption>A caption</figcaption></figure>`;
  const content = post.content
    .split('\n')
    .map((block, n) => (n % 6 === 5 ? `${block}\n${n % 12 === 5 ? table : figure}` : block))
    .join('\n');
  return { ...post, title: 'A long post', content, published: true };
}

export async function measureTyping(site: string): Promise<Section> {
  const sample = JSON.parse((await requestOk(site + SAMPLE)).body.toString());
  const post = writeLongPost(sample.featured_image);
  const { id } = await (await logIn(site)).create(post);
  const token = await openSession(site);
  const chooseHtml = () =>
    requestOk(`${site}/api/admin/account`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: { editor_view: 'html' },
    });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript((value) => {
      localStorage.setItem('token', value);
      // Otherwise the code of the visual editor is loaded with the page.
      localStorage.setItem('editor-view', 'html');
    }, token);
    await page.addInitScript(defineAfterPaint);
    await page.addInitScript(watchPaints);
    await page.goto(`${site}/admin/posts/edit/${id}`);
    return {
      title: 'Typing in a long post',
      about: `Chromium, ${kilobytes(post.content.length)} of HTML with the caret in the middle, ${SETTINGS.visits} rounds of ${KEYS.length} keys in each view, alternating, a key every ${PAUSE_MS.ordinary} ms, or ${PAUSE_MS.slow} ms on the slower processor. Key to paint is from the time stamp of the key to the end of the first frame after the input, as a message sent from that frame's callback arrives; with sixty frames a second, this includes up to 16.7 ms of waiting for the frame. The work of the main thread does not: it is all that a key causes, also after the frame. Press to paint is the median of ${OPENED}, with the code in the browser's cache.`,
      columns: ['', 'HTML', 'Visual', 'Visual / HTML', 'goal'],
      rows: await measureOnPage(page, chooseHtml),
    };
  } finally {
    await browser.close();
  }
}

if (import.meta.main)
  await withSite(async (site) => console.log(formatSection(await measureTyping(site))));
