import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';

declare global {
  interface Window {
    afterPaint: (then: () => void) => void;
  }
}

/** Runs in the page. A message that is posted before a frame is painted arrives after it. */
export function defineAfterPaint(): void {
  window.afterPaint = (then) =>
    void requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
}
