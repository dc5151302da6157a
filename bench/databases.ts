import { moveBlog } from '@longhand/api/backups';
import pg from 'pg';
import { logIn } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { startPostgres } from '../test-support/postgres-server.ts';
import { count, formatSection, milliseconds, ratio, type Section } from '../test-support/report.ts';
import { type BenchSettings, FULL, progress, QUICK } from '../test-support/settings.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { median, percentile } from '../test-support/statistics.ts';
import { prefixes, SEARCHES, writePost } from '../test-support/texts.ts';
import { changingPost } from './freshness.ts';
import { LETTERS, type Seeded, seed } from './seed.ts';
import { ensureTools } from './tools.ts';
import { CONNECTIONS, load } from './wrk.ts';

type Both<Value> = { readonly sqlite: Value; readonly postgres: Value };
type Database = keyof Both<unknown>;

const DATABASES: readonly Database[] = ['sqlite', 'postgres'];

/** Alternates, so that disturbances of the machine affect both. */
async function alternate(
  times: number,
  measure: (database: Database, n: number) => Promise<number>,
): Promise<Both<number[]>> {
  const figures: Both<number[]> = { sqlite: [], postgres: [] };
  for (let n = 0; n < times; n += 1)
    for (const database of n % 2 === 0 ? DATABASES : DATABASES.toReversed())
      figures[database].push(await measure(database, n));
  return figures;
}

async function measureMs(task: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await task();
  return performance.now() - begin;
}

/** With a new process each time, because processes differ in speed by a fifth. */
function loadCachedPage(
  settings: BenchSettings,
  start: Both<() => Promise<RunningSite>>,
  slug: string,
): Promise<Both<number[]>> {
  return alternate(2 * settings.rounds, async (database) => {
    const site = await start[database]();
    const page = `${site.url}/blog/${slug}`;
    await load(settings.wrk, page, settings.warmUpSeconds);
    const { perSecond } = await load(settings.wrk, page, settings.loadSeconds);
    await site.stop();
    return perSecond;
  });
}

async function timeRequests(
  settings: BenchSettings,
  sites: Both<string>,
  slugs: readonly string[],
): Promise<[string, Both<number[]>][]> {
  const typed = SEARCHES.flatMap(prefixes);
  const changing = async (site: string) => {
    const administrator = await logIn(site);
    const post = await administrator.create({ ...writePost(1, LETTERS), published: true });
    return changingPost(administrator, post, LETTERS);
  };
  const changes = {
    sqlite: await changing(sites.sqlite),
    postgres: await changing(sites.postgres),
  };
  const get = (database: Database, path: string) =>
    measureMs(() => requestOk(sites[database] + path));
  const search = (n: number) =>
    `/api/posts?view=summary&limit=24&q=${encodeURIComponent(typed[n] ?? '')}`;
  return [
    [
      'a page that is not cached',
      await alternate(4 * settings.updates, (database, n) =>
        get(database, `/blog/${slugs[n + 1]}`),
      ),
    ],
    [
      'publishing a change',
      await alternate(settings.updates, (database) => measureMs(changes[database].change)),
    ],
    [
      'the blog page, first after a change',
      await alternate(settings.updates, async (database) => {
        await changes[database].change();
        return get(database, '/blog');
      }),
    ],
    [
      'search, each letter typed',
      await alternate(typed.length, (database, n) => get(database, search(n))),
    ],
  ];
}

function rowOf(name: string, { sqlite, postgres }: Both<readonly number[]>): string[] {
  const isRate = name.endsWith('a second');
  const show = isRate ? count : milliseconds;
  const p95 = (values: readonly number[]) => (isRate ? '' : milliseconds(percentile(values, 95)));
  return [
    name,
    ...[show(median(sqlite)), p95(sqlite), show(median(postgres)), p95(postgres)],
    ratio(median(postgres), median(sqlite)),
  ];
}

/** Otherwise PostgreSQL would do it during the measurement. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}

export async function measureDatabases(
  settings: BenchSettings,
  folder: string,
  seeded: readonly Seeded[],
): Promise<Section> {
  progress(`moving ${seeded.length} posts into PostgreSQL`);
  const server = await startPostgres([]);
  const databaseUrl = server.url();
  const other = temporaryFolder();
  const movedIn = await measureMs(() =>
    moveBlog({ dataDir: folder }, { dataDir: other, databaseUrl }),
  );
  await vacuum(databaseUrl);
  const start = {
    sqlite: () => startSite(folder),
    postgres: () => startSite(other, { DATABASE_URL: databaseUrl }),
  };
  const slugs = seeded.filter(({ published }) => published).map(({ slug }) => slug);
  progress('a cached page from each, alternating');
  const cachedPage = await loadCachedPage(settings, start, slugs[0] ?? '');
  progress('PostgreSQL next to SQLite');
  const sqlite = await start.sqlite();
  const postgres = await start.postgres();
  const times = await timeRequests(settings, { sqlite: sqlite.url, postgres: postgres.url }, slugs);
  await Promise.all([sqlite.stop(), postgres.stop()]);
  await server.stop();
  return {
    title: `PostgreSQL compared with SQLite, with ${count(seeded.length)} posts`,
    about: `The same blog in both, each served by one process. The PostgreSQL server is on the same machine with its default settings, vacuumed after the import. Both sync each change to the disk. Requests alternate between the two; the cached page is measured by wrk with ${CONNECTIONS} connections, ${2 * settings.rounds} rounds of ${settings.loadSeconds} s, each with a new process. \`npm run move\` took ${count(movedIn / 1000)} s, including the comparison of every row.`,
    columns: ['', 'SQLite', 'p95', 'PostgreSQL', 'p95', 'PostgreSQL / SQLite'],
    rows: [
      rowOf('a cached page, requests a second', cachedPage),
      ...times.map((row) => rowOf(...row)),
    ],
  };
}

if (import.meta.main) {
  const lengths = process.argv.includes('--quick') ? QUICK : FULL;
  const folder = temporaryFolder();
  const size = Math.max(...lengths.sizes);
  progress(`writing ${size} posts`);
  const seeded = await seed(folder, 0, size);
  console.log(
    formatSection(await measureDatabases({ ...lengths, ...ensureTools() }, folder, seeded)),
  );
  process.exit(0);
}
