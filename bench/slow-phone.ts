import { setTimeout as wait } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';

export const SLOWDOWN = 4;

/** Lighthouse's slow 4G. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

const LONGEST_WAIT_MS = 30_000;

const WINDOW = { width: 375, height: 667, deviceScaleFactor: 2, mobile: true };

type Parameters = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: what the protocol sends differs by method
type Received = any;

/**
 * The DevTools protocol, without Playwright, whose session makes the first task of React two to three
 * times as long: decision 0079.
 */
export class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Received>>();
  readonly #listeners = new Map<string, (params: Received) => void>();
  #last = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  #receive({ id, method, params, result, error }: Received): void {
    if (method !== undefined) this.#listeners.get(method)?.(params);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }

  send(method: string, params: Parameters = {}, sessionId?: string): Promise<Received> {
    this.#last += 1;
    const waiting = Promise.withResolvers<Received>();
    this.#waiting.set(this.#last, waiting);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params, sessionId }));
    return waiting.promise;
  }

  /** One listener for each event. */
  on(method: string, listener: (params: Received) => void): void {
    this.#listeners.set(method, listener);
  }
}

/** In the browser's own protocol, because a page is opened anew for each measurement. */
export async function withBrowser<T>(use: (browser: Connection) => Promise<T>): Promise<T> {
  const chrome = await launch({
    chromePath: ensureChromium(),
    chromeFlags: ['--headless', ...CHROMIUM_FLAGS],
  });
  try {
    const version = await fetch(`http://127.0.0.1:${chrome.port}/json/version`);
    const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    return await use(new Connection(socket));
  } finally {
    chrome.kill();
  }
}

type Phone = {
  readonly browser: Connection;
  readonly send: (method: string, params?: Parameters) => Promise<Received>;
};

/** With an empty cache. */
export async function withPhone<T>(
  browser: Connection,
  use: (phone: Phone) => Promise<T>,
): Promise<T> {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, params?: Parameters) => browser.send(method, params, sessionId);
  try {
    await send('Page.enable');
    await send('Page.setLifecycleEventsEnabled', { enabled: true });
    await send('Network.enable');
    await send('Network.emulateNetworkConditions', NETWORK);
    await send('Emulation.setDeviceMetricsOverride', WINDOW);
    await send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    return await use({ browser, send });
  } finally {
    await browser.send('Target.disposeBrowserContext', { browserContextId });
  }
}

export async function evaluate<T>({ send }: Phone, expression: string): Promise<T> {
  const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value;
}

/** Asks now and then, because the questions are work for the page too. */
export async function until<T>(
  phone: Phone,
  expression: string,
  { everyMs, timeoutMs }: { everyMs: number; timeoutMs: number },
): Promise<T | undefined> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    await wait(everyMs);
    const value = await evaluate<T | undefined>(phone, expression);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Resolves when the page has been painted for the first time. */
export async function openPage(phone: Phone, url: string, script: string): Promise<void> {
  await phone.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
  const painted = new Promise<'painted'>((resolve) => {
    phone.browser.on('Page.lifecycleEvent', ({ name }) => {
      if (name === 'firstContentfulPaint') resolve('painted');
    });
  });
  await phone.send('Page.navigate', { url });
  const outcome = await Promise.race([painted, wait(LONGEST_WAIT_MS, 'late', { ref: false })]);
  if (outcome === 'late') throw new Error(`${url} was not painted.`);
}

export async function tap({ send }: Phone, { x, y }: { x: number; y: number }): Promise<void> {
  // Sent together: a finger does not wait until the page has handled its touch.
  await Promise.all([
    send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
    send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
}

/** In milliseconds, from the navigation on. */
export type Task = {
  readonly start: number;
  readonly end: number;
  /** Its processor time: what else runs on the machine lengthens the task, but not this. */
  readonly work: number;
};

/** Returns what ends the trace and reads the tasks of the page's main thread from it. */
export async function traceTasks(browser: Connection, url: string) {
  const events: Received[] = [];
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const complete = new Promise<void>((resolve) => browser.on('Tracing.tracingComplete', resolve));
  // `RunTask` is in the second one, the navigation in the third.
  const includedCategories = [
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'blink.user_timing',
  ];
  await browser.send('Tracing.start', {
    traceConfig: { includedCategories },
    transferMode: 'ReportEvents',
  });
  return async (): Promise<Task[]> => {
    await browser.send('Tracing.end');
    await complete;
    const navigation = events.findLast(
      ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
    );
    if (!navigation) throw new Error(`The trace has no navigation to ${url}.`);
    const sinceNavigation = (ts: number) => (ts - navigation.ts) / 1000;
    return events
      .filter(({ pid, tid }) => pid === navigation.pid && tid === navigation.tid)
      .filter(({ name, ph, ts }) => name === 'RunTask' && ph === 'X' && ts >= navigation.ts)
      .map(({ ts, dur = 0, tdur = dur }) => ({
        start: sinceNavigation(ts),
        end: sinceNavigation(ts + dur),
        work: tdur / 1000,
      }));
  };
}
