import { directionOf } from '@longhand/contract/language';
import { placeholdersOf } from '@longhand/contract/words';
import { CATALOGUE } from '@longhand/contract/words/catalogue';
import { EN } from '@longhand/contract/words/en';
import { WORD_LANGUAGES } from '@longhand/contract/words/languages';
import { type APIRequestContext, type Page, request } from '@playwright/test';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { logIn } from './admin-fixtures.ts';
import { expect, hydrated, test, violations } from './fixtures.ts';
import { PASSWORD } from './sites.ts';

test.use({ ownContext: true, serviceWorkers: 'allow', viewport: { width: 320, height: 640 } });
// In one worker, with one site whose language they change.
test.describe.configure({ mode: 'serial' });

let site: RunningSite;
let owner: APIRequestContext;
let paths: readonly string[];

test.beforeAll(async () => {
  site = await startSite(temporaryFolder(), { ADMIN_PASSWORD: PASSWORD });
  const authorization = `Bearer ${await logIn(site.url)}`;
  owner = await request.newContext({ baseURL: site.url, extraHTTPHeaders: { authorization } });
  const posts = await (await owner.get('/api/admin/posts')).json();
  const draft = posts.find((post: { published: boolean }) => !post.published);
  const link = await owner.post(`/api/admin/posts/${draft.id}/preview-links`, { data: {} });
  paths = [
    ...['/', '/blog', '/blog?q=nothing-has-this', '/blog?tag=Science', '/topics/Science'],
    ...['/blog/the-machine-that-added-up-the-sea', '/archive/2026', '/about', '/contact'],
    ...['/no/page', '/blog/no-post', '/topics/none', '/archive/1999', '/preview/none'],
    new URL((await link.json()).url).pathname,
  ];
});
test.afterAll(async () => {
  await owner.dispose();
  await site.stop();
});

async function changeLanguage(language: string | null): Promise<void> {
  const response = await owner.put('/api/admin/settings', { data: { language } });
  expect(response.status(), await response.text()).toBe(200);
}

/** What a reader sees or hears of a page beside the owner's texts: no post has such words. */
function textsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const names = ['aria-label', 'placeholder', 'title', 'data-label', 'data-hold'];
    const labels = [...document.querySelectorAll('*')].flatMap((each) =>
      names.map((name) => each.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...labels].join('\n');
  });
}

/** English sentences and phrases; single words may be names, or the same in another language. */
const ENGLISH = Object.values<string>(EN)
  .filter((text) => placeholdersOf(text).length === 0 && /\p{L} \p{L}/u.test(text))
  .map((text) => text.replace(/^← /, ''));

/** Four scripts: what axe looks at is otherwise the same in all languages. */
const EXAMINED: readonly string[] = ['de', 'ar', 'ja', 'hi'];

/** How far text is beyond the window, of the page as a whole and of single lines that are cut off. */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const isCut = (element: Element) =>
      element.childElementCount === 0 &&
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'visible';
    const cut = [...document.querySelectorAll('main *, header *, footer *')].filter(isCut);
    return [
      ...(scrollWidth > innerWidth ? [`the page: ${scrollWidth}`] : []),
      ...cut.filter((each) => each.textContent?.trim()).map((each) => each.outerHTML),
    ];
  });
}

for (const language of WORD_LANGUAGES) {
  test(`every page is in ${language}`, async ({ page, watch }) => {
    test.slow();
    watch.expectConsoleError(/Failed to load resource|preloaded using link preload/);
    await changeLanguage(language);
    const words = CATALOGUE[language];
    for (const path of paths) {
      await page.goto(site.url + path);
      const html = page.locator('html');
      await expect(html, path).toHaveAttribute('lang', language);
      expect(await html.evaluate((element) => getComputedStyle(element).direction), path).toBe(
        directionOf(language),
      );
      const texts = await textsOf(page);
      expect(texts, path).toContain(words['header.home']);
      const english = language === 'en' ? [] : ENGLISH.filter((text) => texts.includes(text));
      expect(english, path).toEqual([]);
      expect(await overflowOf(page), path).toEqual([]);
      if (EXAMINED.includes(language))
        expect(await violations(page, `${language} ${path}`)).toEqual([]);
    }
    await page.goto(`${site.url}/blog/the-machine-that-added-up-the-sea`);
    expect(await violations(page, language)).toEqual([]);
    await page.mouse.wheel(0, 10);
    await hydrated(page);
    const english = ENGLISH.filter((text) => language !== 'en' && text.length > 12);
    const texts = await textsOf(page);
    expect(english.filter((text) => texts.includes(text))).toEqual([]);
  });
}

/** What the owner is to replace, and labels within the owner's text: unmarked, where there are no words. */
const OWNERS = new Set<string>(
  Object.entries(EN).flatMap(([key, text]) =>
    /^(site|about-page|contact-page|rendered)\./.test(key) ? text : [],
  ),
);

test('on a site whose language has no words, the English ones say so', async ({ page, watch }) => {
  watch.expectConsoleError(/Failed to load resource|preloaded using link preload/);
  await changeLanguage('sv');
  const english = Object.values<string>(EN).filter((text) => /\p{L} \p{L}/u.test(text));
  for (const path of paths) {
    await page.goto(site.url + path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
    const unmarked = await page.evaluate((texts) => {
      const labels = ['aria-label', 'placeholder'];
      const textsOf = (element: Element) => [
        ...labels.map((name) => element.getAttribute(name) ?? ''),
        ...[...element.childNodes].flatMap((node) =>
          node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : [],
        ),
      ];
      return [...document.body.querySelectorAll('*')]
        .filter((element) => element.closest('[lang]')?.getAttribute('lang') !== 'en')
        .flatMap(textsOf)
        .filter((text) => texts.includes(text));
    }, english);
    expect(
      unmarked.filter((text) => !OWNERS.has(text)),
      path,
    ).toEqual([]);
  }
});

test('an open tab and the copies for reading offline follow the language', async ({
  page,
  context,
  watch,
}) => {
  watch.expectConsoleError(/Failed to (load resource|fetch)/);
  await changeLanguage('de');
  const languagesOfCopies = () =>
    page.evaluate(async () => {
      const languages = new Set<string>();
      for (const name of (await caches.keys()).filter((each) => each.includes('pages'))) {
        const cache = await caches.open(name);
        for (const key of await cache.keys()) {
          const text = (await (await cache.match(key))?.text()) ?? '';
          languages.add(/<html lang="([^"]*)"/.exec(text)?.[1] ?? '');
        }
      }
      return [...languages];
    });
  /** The browser asks for it when the worker has nothing to do, which can take minutes on a busy machine. */
  const askForWorker = () =>
    page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
  const read = async (path: string, language: string) => {
    let visits = 0;
    // A server that is busy may refuse the worker or its script, which the next visit asks for.
    await expect(async () => {
      await page.goto(site.url + path);
      await hydrated(page);
      if (visits++ > 0) await askForWorker();
      // A worker is replaced when it has nothing to do: visits that follow at once would put that off.
      await expect.poll(languagesOfCopies, { timeout: 30_000 }).toEqual([language]);
    }).toPass();
  };
  for (const path of ['/about', '/blog']) await read(path, 'de');
  await changeLanguage('fr');
  // Without loading a document, as far as the reader knows.
  await page.getByRole('banner').getByRole('link', { name: CATALOGUE.de['header.home'] }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(
    page.getByRole('link', { name: CATALOGUE.fr['home.continue'] }).first(),
  ).toBeVisible();
  await read('/contact', 'fr');
  await context.setOffline(true);
  await page.goto(`${site.url}/no-copy-of-this`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(CATALOGUE.fr['offline.title']);
  // The page loads itself again.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(CATALOGUE.fr['not-found.title']);
});
