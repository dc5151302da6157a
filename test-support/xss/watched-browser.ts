import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium, JOURNEY_FLAGS } from '../chromium.ts';
import { provoke } from './in-browser.ts';

/** More at once are not faster on two cores. */
export const TABS = 3;
const GIVE_UP_MS = 3_000;

export function startBrowser(flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: [...JOURNEY_FLAGS, ...flags] });
}

type Options = {
  readonly bypassCSP: boolean;
  readonly site?: string;
  readonly token?: string;
  readonly bare?: boolean;
};

/** A context in which everything that runs reports itself. */
export async function watch(browser: Browser, { bypassCSP, site, token, bare = false }: Options) {
  const context = await browser.newContext({ bypassCSP });
  const codes = new Set<number>();
  const left = new Set<string>();
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
    // The product's own: no vector asks for one.
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
    return page;
  }

  return {
    codes,
    left,
    countOpened: () => opened,

    /** Goes through the list in a few tabs at once. */
    async each<Item>(
      items: readonly Item[],
      tabs: number,
      visit: (page: Page, item: Item) => Promise<void>,
    ): Promise<void> {
      const waiting = [...items];
      const walk = async () => {
        const page = await newPage();
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
          await visit(page, item);
          opened += 1;
          // A page that has gone elsewhere in the meantime has nothing left to provoke.
          const found = await Promise.race([
            page.evaluate(provoke, bare).catch(() => []),
            // Where nothing at all may run, not even time does.
            wait(GIVE_UP_MS, []),
          ]);
          if (!bare) for (const each of found) left.add(each);
        }
        await page.close();
      };
      await Promise.all(Array.from({ length: tabs }, walk));
    },

    close: () => context.close(),
  };
}

export type WatchedBrowser = Awaited<ReturnType<typeof watch>>;
