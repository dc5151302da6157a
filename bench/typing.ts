import type { Page } from '@playwright/test';
import { logIn, openSession } from '../test-support/administrator.ts';
import { requestOk } from '../test-support/http-client.ts';
import {
  formatSection,
  goal,
  kilobytes,
  milliseconds,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { progress } from '../test-support/settings.ts';
import { withSite } from '../test-support/site.ts';
import { median, percentile } from '../test-support/statistics.ts';
import {
  launch,
  openAgain,
  openEditor,
  readOpenTime,
  show,
  type Typed,
  type,
  type View,
} from './key-to-paint.ts';
import { writeLongPost } from './long-post.ts';

const BYTES = 100_000;
const ROUNDS = 5;
const KEYS = 40;
const OPENED = 5;
const SLOWDOWN = 4;
/** Below the 400 ms after which words are counted. */
const PAUSE_MS = { ordinary: 120, slow: 350 };
const LIMIT = 1.5;
const OPEN_LIMIT_MS = 500;
/** A post of the sample content with a picture. */
const SAMPLE = '/api/posts/how-a-leaf-keeps-time';

type Results = Readonly<Record<View, Typed[]>>;

async function slowDown(page: Page, rate: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate });
}

/** What the browser loads when `Visual` is pressed, on the wire. */
async function bytesOfVisual(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, type: kind }) => {
    if (['Script', 'Stylesheet'].includes(kind)) scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await show(page, 'Visual');
  await page.waitForLoadState('networkidle');
  await client.detach();
  return bytes;
}

async function openTimes(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < OPENED; n += 1) {
    await openAgain(page, page.url());
    await show(page, 'Visual');
    times.push(await readOpenTime(page));
  }
  return times;
}

async function typeInBoth(page: Page, pauseMs: number): Promise<Results> {
  const results: Results = { Write: [], Visual: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const view of ['Write', 'Visual'] as const) {
      await show(page, view);
      results[view].push(await type(page, view, { keys: KEYS, pauseMs }));
    }
  }
  return results;
}

function typingRows(results: Results, name: string, hasGoal: boolean): string[][] {
  const times = (view: View) => results[view].flatMap(({ toPaint }) => toPaint);
  const work = (view: View) => results[view].map(({ workPerKey }) => workPerKey);
  const row = (what: string, of: (view: View) => number, limit?: number) => {
    const [write, visual] = [of('Write'), of('Visual')];
    const met = limit === undefined ? '' : goal(visual / write, 'at most', limit, ' ×');
    const cells = [milliseconds(write), milliseconds(visual), ratio(visual, write), met];
    return [`${what}${name}`, ...cells];
  };
  const limit = hasGoal ? LIMIT : undefined;
  return [
    row('key to paint, median', (view) => median(times(view)), limit),
    row('key to paint, p95', (view) => percentile(times(view), 95), limit),
    row('work of the main thread for a key', (view) => median(work(view))),
  ];
}

async function measureOnPage(page: Page): Promise<string[][]> {
  const bytes = await bytesOfVisual(page);
  progress('opening the visual editor');
  const opened = median(await openTimes(page));
  const rows: string[][] = [];
  for (const rate of [1, SLOWDOWN]) {
    progress(rate === 1 ? 'typing' : 'typing on a slow processor');
    await slowDown(page, rate);
    const name = rate === 1 ? '' : `, processor ${rate} × slower`;
    const pauseMs = rate === 1 ? PAUSE_MS.ordinary : PAUSE_MS.slow;
    rows.push(...typingRows(await typeInBoth(page, pauseMs), name, rate === 1));
  }
  return [
    ...rows,
    [
      'press to paint of the text',
      '',
      milliseconds(opened),
      '',
      goal(opened, 'at most', OPEN_LIMIT_MS, ' ms'),
    ],
    ['loaded on the first press', '', kilobytes(bytes), '', ''],
  ];
}

export async function measureTyping(site: string): Promise<Section> {
  const sample = JSON.parse((await requestOk(site + SAMPLE)).body.toString());
  const post = writeLongPost(BYTES, sample.featured_image);
  const { id } = await (await logIn(site)).create(post);
  const browser = await launch();
  try {
    const page = await openEditor(browser, { site, token: await openSession(site), id });
    return {
      title: 'Typing in a long post',
      about: `Chromium, ${kilobytes(BYTES)} of HTML with the caret in the middle, ${ROUNDS} rounds of ${KEYS} keys in each view, alternating, a key every ${PAUSE_MS.ordinary} ms, or ${PAUSE_MS.slow} ms on the slower processor. Key to paint is from the time stamp of the key to the end of the first frame after the input, as a message sent from that frame's callback arrives; with sixty frames a second, this includes up to 16.7 ms of waiting for the frame. The work of the main thread does not: it is all that a key causes, also after the frame. Press to paint is the median of ${OPENED}, with the code in the browser's cache. Loaded are scripts and stylesheets: compressed, with headers.`,
      columns: ['', 'Write', 'Visual', 'Visual / Write', 'goal'],
      rows: await measureOnPage(page),
    };
  } finally {
    await browser.close();
  }
}

if (import.meta.main)
  await withSite(async (site) => console.log(formatSection(await measureTyping(site))));
