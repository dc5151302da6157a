import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';

export const SLOWDOWN = 4;

/** Lighthouse's slow 4G. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

const LONGEST_WAIT_MS = 30_000;

export type Phone = { readonly page: Page; readonly client: CDPSession };

/** With an empty cache. */
export async function withPhone<T>(
  browser: Browser,
  use: (phone: Phone) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 667 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', NETWORK);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    return await use({ page, client });
  } finally {
    await context.close();
  }
}

/** Not by `page.evaluate`: the code that it adds to the page takes longer than what is measured. */
export async function evaluate<T>({ client }: Phone, expression: string): Promise<T> {
  const { result } = await client.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value;
}

/** Resolves with the text with which the page calls the function of this name. */
export function calledBy({ client }: Phone, name: string, timeoutMs = LONGEST_WAIT_MS) {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  client.on('Runtime.bindingCalled', (call) => call.name === name && resolve(call.payload));
  return Promise.race([promise, wait(timeoutMs, undefined, { ref: false })]);
}

/** Opens a page that has functions of these names, and a script that runs before its own. */
export async function openPage(
  { page, client }: Phone,
  { url, functions, script }: { url: string; functions: readonly string[]; script: string },
): Promise<void> {
  await client.send('Runtime.enable');
  for (const name of functions) await client.send('Runtime.addBinding', { name });
  await page.addInitScript({ content: script });
  await page.goto(url, { waitUntil: 'commit' });
}

export async function tap({ client }: Phone, { x, y }: { x: number; y: number }): Promise<void> {
  const send = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  // Sent together: a finger does not wait until the page has handled its touch.
  await Promise.all([send('touchStart', [{ x, y }]), send('touchEnd', [])]);
}

/** The time of a fixed loop, by which to judge the times of this machine. */
export async function timeLoop(browser: Browser, rate: number): Promise<number> {
  const page = await browser.newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate });
  const loop = `(() => {
    const begin = performance.now();
    let x = 1;
    for (let n = 0; n < 8e6; n += 1) x = (x * 1664525 + 1013904223) | 0;
    return performance.now() - begin + 0 * x;
  })()`;
  const times: number[] = [];
  for (let n = 0; n < 3; n += 1) times.push(await evaluate({ page, client }, loop));
  await page.close();
  return Math.min(...times);
}
