import { temporaryFolder } from '../cleanup.ts';
import { startSite } from '../site.ts';
import { type HostilePage, writeHostilePages } from './hostile-pages.ts';
import { describeCode, type HostilePost, writeHostilePosts } from './hostile-posts.ts';
import { SENTINEL, startSentinel } from './sentinel.ts';
import { VECTORS } from './vectors.ts';
import { walkAddresses, walkDashboard, walkLists, walkPages, walkPosts } from './walk.ts';
import { startBrowser, TABS, watch } from './watched-browser.ts';

export type XssLengths = {
  /** Every n-th vector is tried in a bare page, and as a post. */
  readonly everyBare: number;
  readonly everyWritten: number;
  /** Every n-th post is opened by itself, and in its editor. */
  readonly everyPost: number;
  readonly everyEditor: number;
};

export type XssResult = {
  readonly vectors: number;
  /** Run in this browser in an unprotected page. */
  readonly live: number;
  readonly bare: number;
  readonly refused: number;
  readonly pages: number;
  readonly withoutPolicy: readonly string[];
  readonly withPolicy: readonly string[];
};

type Browser = Awaited<ReturnType<typeof startBrowser>>;

const everyNth = <Item>(items: readonly Item[], every: number) =>
  items.filter((_, at) => at % every === 0);

async function countLive(browser: Browser, vectors: readonly number[]): Promise<number> {
  const bare = await watch(browser, { bypassCSP: false, bare: true });
  await bare.each(vectors, TABS, async (page, vector) => {
    await page.goto(`${SENTINEL}/bare/${vector}`, { timeout: 10_000 }).catch(() => {});
  });
  await bare.close();
  return bare.codes.size;
}

type Written = {
  readonly site: string;
  readonly token: string;
  readonly posts: readonly HostilePost[];
  readonly ownPages: readonly HostilePage[];
};

/** Vectors that ran or could have run, on every kind of page. */
async function walkAll(
  browser: Browser,
  bypassCSP: boolean,
  { site, token, posts, ownPages }: Written,
  { everyPost, everyEditor }: XssLengths,
) {
  const reader = await watch(browser, { bypassCSP });
  await walkPosts(reader, site, everyNth(posts, everyPost));
  await walkPages(reader, site, ownPages);
  await walkLists(reader, site, posts);
  await walkAddresses(reader, site, everyNth(posts, everyPost));
  await reader.close();
  const administrator = await watch(browser, { bypassCSP, site, token });
  await walkDashboard(administrator, site, everyNth(posts, everyEditor));
  await administrator.close();
  const found = [reader, administrator].flatMap(({ codes, dangerous }) => [
    ...[...codes].map(describeCode),
    ...dangerous,
  ]);
  return { found, opened: reader.countOpened() + administrator.countOpened() };
}

export async function tryXss(lengths: XssLengths): Promise<XssResult> {
  const site = await startSite(temporaryFolder(), { DEMO_CONTENT: 'false' });
  const sentinel = await startSentinel();
  const browser = await startBrowser(sentinel.browserFlags);
  try {
    const selected = everyNth([...VECTORS.keys()], lengths.everyWritten);
    const bare = everyNth([...VECTORS.keys()], lengths.everyBare);
    const live = await countLive(browser, bare);
    const { posts, token, acceptedSlugs } = await writeHostilePosts(site.url, selected);
    if (acceptedSlugs > 0) throw new Error(`${acceptedSlugs} vectors were accepted as slugs.`);
    const ownPages = await writeHostilePages(site.url, token, selected);
    const written = { site: site.url, token, posts, ownPages };
    const without = await walkAll(browser, true, written, lengths);
    const withPolicy = await walkAll(browser, false, written, lengths);
    return {
      vectors: selected.length,
      live,
      bare: bare.length,
      refused: selected.length - posts.length,
      pages: without.opened + withPolicy.opened,
      withoutPolicy: without.found,
      withPolicy: withPolicy.found,
    };
  } finally {
    await browser.close();
    sentinel.stop();
    await site.stop();
  }
}
