import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Administrator, logIn } from '../test-support/administrator.ts';
import { requestOk } from '../test-support/http-client.ts';
import { type BenchSettings, progress } from '../test-support/settings.ts';
import { sample } from '../test-support/statistics.ts';
import { prefixes, SEARCHES, writePost } from '../test-support/texts.ts';
import { changingPost } from './freshness.ts';
import { LETTERS, type Seeded } from './seed.ts';

const LIST = '/api/posts?view=summary&limit=24';

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
  return /<([^>]+)>;\s*rel="?next"?/.exec(String(link ?? ''))?.[1];
}

/** The next pages of the list. */
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

async function typeSearches(site: string): Promise<number[]> {
  const typed = SEARCHES.flatMap(prefixes);
  const search = (n: number) => requestOk(`${site}${LIST}&q=${encodeURIComponent(typed[n] ?? '')}`);
  return sample(search, { count: typed.length, budgetMs: 30_000 });
}

/** Each page twice: first after a change, and again from the cache. */
async function visits(
  site: string,
  administrator: Administrator,
  other: string,
  { updates }: BenchSettings,
) {
  const input = { ...writePost(1, LETTERS), published: true };
  const post = await administrator.create({ ...input, title: 'A post that is changed' });
  const changing = changingPost(administrator, post, LETTERS);
  const visited = {
    'the post page': `/blog/${other}`,
    'the home page': '/',
    'the blog page': '/blog',
    'the list by API': LIST,
  };
  const times = new Map<string, number[]>();
  const time = async (name: string, task: () => Promise<unknown>) => {
    const begin = performance.now();
    await task();
    times.set(name, [...(times.get(name) ?? []), performance.now() - begin]);
  };
  let missed = 0;
  const visit = async () => {
    await time('publish a change', changing.change);
    await time('the changed post, next', async () => {
      if (!(await changing.isVisible(site))) missed += 1;
    });
    for (const [name, path] of Object.entries(visited)) {
      await time(`${name}, first after a change`, () => requestOk(site + path));
      await time(`${name}, again`, () => requestOk(site + path));
    }
  };
  await sample(visit, { count: updates, budgetMs: 25_000 });
  return { times, missed };
}

export async function measureAtSize(
  settings: BenchSettings,
  folder: string,
  site: string,
  seeded: readonly Seeded[],
): Promise<SizeResult> {
  const posts = seeded.length;
  progress(`${posts} posts`);
  const administrator = await logIn(site);
  const other = seeded.find((each) => each.published)?.slug ?? '';
  const topic = encodeURIComponent(writePost(0, LETTERS).tags?.[0] ?? '');
  const some = { count: settings.updates, budgetMs: 8_000 };
  const { times, missed } = await visits(site, administrator, other, settings);
  times.set('the next pages of the list by API', await readNextPages(site));
  const repeated: Record<string, (n: number) => Promise<unknown>> = {
    'the list of a topic by API': () => requestOk(`${site}${LIST}&tag=${topic}`),
    'a post by API': () => requestOk(`${site}/api/posts/${other}`),
    'the topics by API': () => requestOk(`${site}/api/tags`),
    'a new post': (n) =>
      administrator.create({ ...writePost(n, LETTERS), title: `Post ${n} at ${posts}` }),
    'a new post, its title taken': (n) => administrator.create(writePost(n % 2, LETTERS)),
    'one synced write of 8 KB': () => syncedWrite(folder),
  };
  for (const [name, task] of Object.entries(repeated)) times.set(name, await sample(task, some));
  times.set('search, each letter typed', await typeSearches(site));
  const blog = await requestOk(`${site}/blog`);
  return { posts, times, missed, blogBytes: blog.body.length };
}
