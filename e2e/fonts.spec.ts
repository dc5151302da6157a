import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { SYSTEM_FONTS } from '../web/fallback-fonts/faces.ts';
import { expect, hold, painted, test } from './fixtures.ts';
import { LONG } from './tags.ts';

test.use({ ownContext: true });

const require = createRequire(new URL('../web/package.json', import.meta.url));

const WIDTHS = [320, 360, 375, 414, 480, 640, 768, 800, 1024, 1280, 1440, 1680];

const PAGES = [
  '/',
  '/blog',
  '/blog?tag=technology',
  '/topics/Science',
  // The sample posts are of the last weeks.
  `/archive/${new Date().getFullYear()}`,
  '/blog/writing-by-hand-publishing-by-machine',
  '/blog/the-machine-that-added-up-the-sea',
  '/blog/one-file-kept-for-ten-years',
  '/about',
  '/contact',
  '/no-such-page',
  '/login',
];

/** What a computer or an iPhone has, and what Android has. */
const SYSTEMS = [
  ['Times', 'Arial'],
  ['Noto', 'Roboto'],
] as const;

const MAX_LAYOUT_SHIFT = 0.02;

/** The same system fonts on every machine: from packages, in place of those that are installed. */
async function provideSystemFonts(page: Page): Promise<void> {
  await page.route('**/system-fonts/**', (route) => {
    const [name, cut] = new URL(route.request().url()).pathname.split('/').slice(-2);
    const files = SYSTEM_FONTS.find((font) => font.name === name)?.files;
    const path = require.resolve(files?.[cut as keyof typeof files] ?? '');
    return route.fulfill({ path, contentType: 'font/woff2' });
  });
}

/** In the page. */
function useSystemFonts(names: readonly string[]): void {
  const sheet = new CSSStyleSheet();
  for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])) {
    const name = names.find((name) => rule.cssText.includes(` ${name}"`));
    if (!(rule instanceof CSSFontFaceRule) || name === undefined) continue;
    const isBold = rule.cssText.includes('weight: 600');
    const cut = rule.cssText.includes('italic') ? 'italic' : isBold ? 'bold' : 'regular';
    const source = `src: url("/system-fonts/${name}/${cut}")`;
    sheet.insertRule(rule.cssText.replace(/src: [^;]*/, source), sheet.cssRules.length);
  }
  document.adoptedStyleSheets.push(sheet);
}

/** In the page: shows it without the web fonts, then with them, and returns what that moved. */
async function swapFonts([serif, sans]: readonly string[]): Promise<[number, string]> {
  const root = document.documentElement.style;
  const settled = async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  };
  const fallbacks = {
    '--display': `"Newsreader Display ${serif}"`,
    '--serif': `"Newsreader ${serif}"`,
    '--sans': `"Inter ${sans}"`,
  };
  for (const [name, family] of Object.entries(fallbacks)) root.setProperty(name, family);
  await settled();
  let shift = 0;
  const moved: string[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node?: Node }[];
    })[]) {
      shift += entry.value;
      moved.push(...entry.sources.map(({ node }) => `${node?.textContent?.slice(0, 40)}`));
    }
  });
  // Also those after the viewport was resized, which the sum of the fixture leaves out.
  observer.observe({ type: 'layout-shift' });
  for (const name of Object.keys(fallbacks)) root.removeProperty(name);
  await settled();
  observer.disconnect();
  return [shift, moved.join('; ')];
}

for (const system of SYSTEMS)
  test(
    `late fonts move nothing on a device with ${system.join(' and ')}`,
    LONG,
    async ({ page, watch }) => {
      test.slow();
      watch.expectConsoleError(/status of 404/);
      await provideSystemFonts(page);
      const tooMuch: string[] = [];
      for (const path of PAGES) {
        await page.goto(path);
        await page.evaluate(useSystemFonts, system);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: width < 700 ? 720 : 800 });
          const [shift, moved] = await page.evaluate(swapFonts, system);
          if (shift > MAX_LAYOUT_SHIFT) tooMuch.push(`${path} at ${width}: ${shift}, ${moved}`);
        }
      }
      expect(tooMuch).toEqual([]);
      // The sum of all the swaps above is not that of a visit.
      await page.goto('about:blank');
    },
  );

test('a first visit shows text at once, and the web fonts as soon as they are there', async ({
  page,
}) => {
  const release = await hold(page, '**/*.woff2');
  await page.goto('/blog/the-machine-that-added-up-the-sea', { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  await painted(page);
  const hasFont = (font: string) => page.evaluate((font) => document.fonts.check(font), font);
  expect(await hasFont('500 40px "Newsreader Display"')).toBe(false);
  const box = await title.boundingBox();
  release();
  for (const font of ['500 40px "Newsreader Display"', '18px Newsreader', '500 12px Inter'])
    await expect.poll(() => hasFont(font), font).toBe(true);
  await painted(page);
  expect((await title.boundingBox())?.height).toBe(box?.height);
});

test('letters with accents have the same font, in files that English pages do not load', async ({
  page,
}) => {
  const files: string[] = [];
  page.on('response', (response) => {
    const [, name] = /\/([a-z-]+)-[\w-]{8}\.woff2$/.exec(response.url()) ?? [];
    if (name) files.push(name);
  });
  await page.goto('/about');
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => files).toContain('newsreader-text-basic');
  expect(files.filter((name) => name.includes('-more'))).toEqual([]);
  const widths = await page.evaluate(async () => {
    const text = document.querySelector('main p') ?? document.body;
    const widthOf = (family: string, form: 'NFC' | 'NFD') => {
      const letters = document.createElement('span');
      letters.style.fontFamily = family;
      letters.style.whiteSpace = 'nowrap';
      letters.textContent = 'Œuvre déjà façonnée'.normalize(form);
      text.append(letters);
      return () => letters.getBoundingClientRect().width;
    };
    const all = [
      widthOf('Newsreader, monospace', 'NFC'),
      widthOf('Newsreader, monospace', 'NFD'),
      widthOf('No such font, monospace', 'NFC'),
    ];
    // Measuring asks for the fonts.
    for (const width of all) width();
    await document.fonts.ready;
    return all.map((width) => width());
  });
  await expect
    .poll(() => files.filter((name) => name.includes('-more')))
    .toEqual(['newsreader-text-more']);
  const [inOne = 0, decomposed = 0, other = 0] = widths;
  expect(inOne).toBeLessThan(0.9 * other);
  // As some systems write them: the letter, and its accent after it.
  expect(Math.abs(decomposed - inOne)).toBeLessThan(0.02 * inOne);
});
