import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium, JOURNEY_FLAGS } from '../chromium.ts';
import { provoke } from './in-browser.ts';

/** More are not faster on two cores. */
export const TABS = 3;
const TIMEOUT_MS = 3_000;
/** Only on a machine that is busy elsewhere. */
const LONGEST_WAIT_MS = 120_000;

export function startBrowser(flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: [...JOURNEY_FLAGS, ...flags] });
}

type Options = {
  readonly bypassCSP: boolean;
  readonly site?: string;
  readonly token?: string;
  readonly bare?: boolean;
};

/** Records every vector that runs. */
export async function watch(browser: Browser, { bypassCSP, site, token, bare = false }: Options) {
  const context = await browser.newContext({ bypassCSP });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const codes = new Set<number>();
  const dangerous = new Set<string>();
  let opened = 0;
  await context.exposeBinding('__hit', (_source, code: number) => void codes.add(code));
  if (token)
    await context.addInitScript(
      ([origin, value]) => {
        if (location.origin === origin) localStorage.setItem('token', value);
      },
      [site ?? '', token] as const,
    );

  async function newPage(): Promise<Page> {
    const page = await context.newPage();
    // Dialogs of the product: vectors do not open any.
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
    return page;
  }

  return {
    codes,
    dangerous,
    countOpened: () => opened,

    async each<Item>(
      items: readonly Item[],
      tabs: number,
      visit: (page: Page, item: Item) => Promise<void>,
    ): Promise<void> {
      const queue = [...items];
      const walk = async () => {
        const page = await newPage();
        for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
          await visit(page, item);
          opened += 1;
          // Fails when the page has navigated away.
          const found = await Promise.race([
            page.evaluate(provoke, bare).catch(() => []),
            // With scripts disabled, evaluate never returns.
            wait(TIMEOUT_MS, []),
          ]);
          if (!bare) for (const attribute of found) dangerous.add(attribute);
        }
        await page.close();
      };
      await Promise.all(Array.from({ length: tabs }, walk));
    },

    close: () => context.close(),
  };
}

export type WatchedBrowser = Awaited<ReturnType<typeof watch>>;
