import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { SITES } from './sites.ts';

type Kept = { context: BrowserContext; open: Page };

async function keep(context: BrowserContext): Promise<Kept> {
  const open = await context.newPage();
  await open.goto('/robots.txt');
  return { context, open };
}

/** Clears what a test may have left. Init scripts and clocks stay: they need a context of their own. */
async function clear({ context, open }: Kept): Promise<void> {
  await Promise.all(context.pages().map((page) => page !== open && page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
  const session = await context.newCDPSession(open);
  for (const origin of SITES)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

/**
 * Tests of one worker share a context, in which one page stays open: so its process, its HTTP cache and
 * its compiled scripts stay, and opening a page costs a third less. Storage is cleared after each test.
 */
export const test = base.extend<{ ownContext: boolean }, { keptContexts: Map<string, Kept> }>({
  /** For tests that add init scripts or a clock to the context, or look at what is in the cache. */
  ownContext: [false, { option: true }],
  keptContexts: [
    async ({ browserName: _ }, use) => {
      const kept = new Map<string, Kept>();
      await use(kept);
      for (const { context } of kept.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      browser,
      keptContexts,
      ownContext,
      baseURL,
      viewport,
      hasTouch,
      locale,
      timezoneId,
      javaScriptEnabled,
      serviceWorkers,
    },
    use,
  ) => {
    const isUsual =
      SITES.some((site) => site === baseURL) &&
      locale === 'en-US' &&
      timezoneId === undefined &&
      javaScriptEnabled !== false &&
      serviceWorkers === 'block';
    if (ownContext || !isUsual) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    const key = JSON.stringify([baseURL, viewport, hasTouch]);
    const kept = keptContexts.get(key) ?? (await keep(await browser.newContext()));
    keptContexts.set(key, kept);
    await use(kept.context);
    await clear(kept);
  },
});
