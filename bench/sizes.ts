import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { logIn } from '../test-support/administrator.ts';
import { requestOk } from '../test-support/http-client.ts';
import {
  count,
  goal,
  kilobytes,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { median, percentile, sample } from '../test-support/statistics.ts';
import { prefixes, SEARCHES, writePost } from '../test-support/texts.ts';
import { createChangingPost } from './changing-post.ts';
import { LETTERS, type Seeded } from './seed.ts';
import { SETTINGS } from './settings.ts';

const LIST = '/api/posts?view=summary&limit=24';
const SEARCH = 'search, each letter typed';

export type SizeResult = {
  readonly posts: number;
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly blogBytes: number;
  readonly missed: number;
};

/** The minimum for a durable write on this disk. */
async function syncedWrite(folder: string): Promise<void> {
  const file = openSync(join(folder, 'synced-write'), 'w');
  writeSync(file, Buffer.alloc(8192));
  fsyncSync(file);
  closeSync(file);
}

function nextPage(link: string | string[] | undefined): string | undefined {
  return /<([^<>]+)>;\s*rel="?next"?/.exec(String(link ?? ''))?.[1];
}

async function readNextPages(site: string): Promise<number[]> {
  const times: number[] = [];
  let next = nextPage((await requestOk(site + LIST)).headers.link);
  while (next && times.length < 20) {
    const begin = performance.now();
    const { headers } = await requestOk(new URL(next, site).href);
    times.push(performance.now() - begin);
    next = nextPage(headers.link);
  }
  return times;
}

/** Each page twice: first after a change, and again from the cache. */
async function visit(site: string, visited: Readonly<Record<string, string>>) {
  const changing = await createChangingPost(site, LETTERS);
  const times = new Map<string, number[]>();
  const time = async (name: string, task: () => Promise<unknown>) => {
    const begin = performance.now();
    await task();
    times.set(name, [...(times.get(name) ?? []), performance.now() - begin]);
  };
  let missed = 0;
  const visitAll = async () => {
    await time('publish a change', changing.change);
    await time('the changed post, next', async () => {
      if (!(await changing.isVisible())) missed += 1;
    });
    for (const [name, path] of Object.entries(visited)) {
      await time(`${name}, first after a change`, () => requestOk(site + path));
      await time(`${name}, again`, () => requestOk(site + path));
    }
  };
  await sample(visitAll, { count: SETTINGS.updates, budgetMs: 25_000 });
  return { times, missed };
}

export async function measureAtSize(
  folder: string,
  site: string,
  seeded: readonly Seeded[],
): Promise<SizeResult> {
  const posts = seeded.length;
  progress(`${posts} posts`);
  const { create } = await logIn(site);
  const other = seeded.find((each) => each.published)?.slug ?? '';
  const topic = encodeURIComponent(writePost(0, LETTERS).tags?.[0] ?? '');
  const { times, missed } = await visit(site, {
    'the post page': `/blog/${other}`,
    'the home page': '/',
    'the blog page': '/blog',
    'the list by API': LIST,
  });
  times.set('the next pages of the list by API', await readNextPages(site));
  const repeated: Record<string, (n: number) => Promise<unknown>> = {
    'the list of a topic by API': () => requestOk(`${site}${LIST}&tag=${topic}`),
    'a post by API': () => requestOk(`${site}/api/posts/${other}`),
    'the topics by API': () => requestOk(`${site}/api/tags`),
    'a new post': (n) => create({ ...writePost(n, LETTERS), title: `Post ${n} at ${posts}` }),
    'a new post, its title taken': (n) => create(writePost(n % 2, LETTERS)),
    'one synced write of 8 KB': () => syncedWrite(folder),
  };
  for (const [name, task] of Object.entries(repeated))
    times.set(name, await sample(task, { count: SETTINGS.updates, budgetMs: 8_000 }));
  const typed = SEARCHES.flatMap(prefixes).map(encodeURIComponent);
  const search = (n: number) => requestOk(`${site}${LIST}&q=${typed[n]}`);
  times.set(SEARCH, await sample(search, { count: typed.length, budgetMs: 30_000 }));
  const blog = await requestOk(`${site}/blog`);
  return { posts, times, missed, blogBytes: blog.body.length };
}

const timesAt = ({ times }: SizeResult, name: string) => times.get(name) ?? [];

/** Growth is the largest size compared with the smallest. */
export function reportSizes(measured: readonly SizeResult[]): Section {
  const [smallest, biggest] = [measured[0] as SizeResult, measured.at(-1) as SizeResult];
  const goals: Readonly<Record<string, string>> = {
    [SEARCH]: goal(percentile(timesAt(biggest, SEARCH), 99), 'at most', 30, ' ms p99'),
    'the post page, first after a change': goal(
      median(timesAt(smallest, 'the post page, first after a change')),
      ...(['at most', 8, ' ms'] as const),
    ),
  };
  const timed = [...smallest.times.keys()].map((name) => {
    const medians = measured.map((result) => median(timesAt(result, name)));
    return [
      name,
      ...measured.map(
        (result, at) =>
          `${milliseconds(medians[at] ?? 0)} / ${milliseconds(percentile(timesAt(result, name), 99))}`,
      ),
      ratio(medians.at(-1) ?? 0, medians[0] ?? 0),
      goals[name] ?? '',
    ];
  });
  const missed = measured.reduce((sum, result) => sum + result.missed, 0);
  return {
    title: 'With more posts',
    about:
      'Median / p99 of the time to the complete response on a keep-alive connection, uncompressed. Posts have 5 KB of text, one in ten is a draft, and there are 40 topics. A change invalidates the cache: "first after a change" is uncached. Searches are all prefixes of 40 words and phrases, as when typing. Very slow requests are measured less often; with fewer than a hundred measurements, the p99 is the slowest.',
    columns: ['', ...measured.map(({ posts }) => `${count(posts)} posts`), 'growth', 'goal'],
    rows: [
      ...timed,
      [
        'HTML of the blog page, uncompressed',
        ...measured.map((result) => kilobytes(result.blogBytes)),
        ratio(biggest.blogBytes, smallest.blogBytes),
        goal(biggest.blogBytes / 1000, 'at most', 120, ' KB'),
      ],
      [
        'changes not seen by the next reader',
        ...measured.map((result) => count(result.missed)),
        '',
        goal(missed, 'at most', 0),
      ],
    ],
  };
}
