import { moveBlog } from '@longhand/api/backups';
import pg from 'pg';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { startPostgres } from '../test-support/postgres-server.ts';
import { count, milliseconds, progress, ratio, type Section } from '../test-support/report.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { median, percentile } from '../test-support/statistics.ts';
import { prefixes, SEARCHES } from '../test-support/texts.ts';
import { alternate } from './alternate.ts';
import { createChangingPost } from './changing-post.ts';
import { LETTERS, type Seeded } from './seed.ts';
import { SETTINGS } from './settings.ts';
import { CONNECTIONS, load } from './wrk.ts';

const DATABASES = ['sqlite', 'postgres'] as const;
type Database = (typeof DATABASES)[number];
type Both<Value> = Readonly<Record<Database, Value>>;

const ROUNDS = 2 * SETTINGS.rounds;

async function measureMs(task: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await task();
  return performance.now() - begin;
}

/** With a new process each time, because processes differ in speed by a fifth. */
function loadCachedPage(start: Both<() => Promise<RunningSite>>, slug: string) {
  return alternate(DATABASES, ROUNDS, async (database) => {
    const site = await start[database]();
    const page = `${site.url}/blog/${slug}`;
    await load(page, SETTINGS.warmUpSeconds);
    const { perSecond } = await load(page);
    await site.stop();
    return perSecond;
  });
}

async function timeRequests(
  sites: Both<string>,
  slugs: readonly string[],
): Promise<Record<string, Both<number[]>>> {
  const { updates } = SETTINGS;
  const typed = SEARCHES.flatMap(prefixes).map(encodeURIComponent);
  const changing = {
    sqlite: await createChangingPost(sites.sqlite, LETTERS),
    postgres: await createChangingPost(sites.postgres, LETTERS),
  };
  const get = (database: Database, path: string) =>
    measureMs(() => requestOk(sites[database] + path));
  return {
    'a page that is not cached': await alternate(DATABASES, 4 * updates, (database, n) =>
      get(database, `/blog/${slugs[n + 1]}`),
    ),
    'publishing a change': await alternate(DATABASES, updates, (database) =>
      measureMs(changing[database].change),
    ),
    'the blog page, first after a change': await alternate(DATABASES, updates, async (database) => {
      await changing[database].change();
      return get(database, '/blog');
    }),
    'search, each letter typed': await alternate(DATABASES, typed.length, (database, n) =>
      get(database, `/api/posts?view=summary&limit=24&q=${typed[n]}`),
    ),
  };
}

function rowOf(name: string, { sqlite, postgres }: Both<readonly number[]>): string[] {
  const cells = [sqlite, postgres].flatMap((times) => [
    milliseconds(median(times)),
    milliseconds(percentile(times, 95)),
  ]);
  return [name, ...cells, ratio(median(postgres), median(sqlite))];
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
  const cached = await loadCachedPage(start, slugs[0] ?? '');
  const rates = [median(cached.sqlite), median(cached.postgres)] as const;
  progress('PostgreSQL next to SQLite');
  const [sqlite, postgres] = [await start.sqlite(), await start.postgres()];
  const times = await timeRequests({ sqlite: sqlite.url, postgres: postgres.url }, slugs);
  await Promise.all([sqlite.stop(), postgres.stop()]);
  await server.stop();
  return {
    title: `PostgreSQL compared with SQLite, with ${count(seeded.length)} posts`,
    about: `The same blog in both, each served by one process. The PostgreSQL server is on the same machine with its default settings, vacuumed after the import. Both sync each change to the disk. Requests alternate between the two; the cached page is measured by wrk with ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SETTINGS.loadSeconds} s, each with a new process. \`npm run move\` took ${count(movedIn / 1000)} s, including the comparison of every row.`,
    columns: ['', 'SQLite', 'p95', 'PostgreSQL', 'p95', 'PostgreSQL / SQLite'],
    rows: [
      [
        'a cached page, requests a second',
        ...[count(rates[0]), '', count(rates[1]), '', ratio(rates[1], rates[0])],
      ],
      ...Object.entries(times).map(([name, both]) => rowOf(name, both)),
    ],
  };
}
