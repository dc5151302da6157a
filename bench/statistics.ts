import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moveBlog } from '@longhand/api/backups';
import { connectDatabase } from '@longhand/api/database';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { sessionHeaders, switchOnStatistics } from '../test-support/administrator.ts';
import { startChild, temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { startPostgres } from '../test-support/postgres-server.ts';
import {
  count,
  formatSection,
  goal,
  megabytes,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { largest, median } from '../test-support/statistics.ts';
import { alternate } from './alternate.ts';
import { PAGE_EVERY_MS, p99Of } from './page-times.ts';
import { seed } from './seed.ts';
import { IS_QUICK, SETTINGS } from './settings.ts';
import { ensureTools } from './tools.ts';
import { load } from './wrk.ts';

const DAYS = IS_QUICK ? 60 : 365;
const POSTS = IS_QUICK ? 100 : 1_000;
/** Of a post on a day, so that a thousand posts have ten million views in a year. */
const VIEWS = 27;
const REFERRERS = 200;
const LANGUAGES = 40;
const LIMIT_MS = 200;
const LEAST_RATIO = 0.97;
const ROUNDS = 6 * SETTINGS.comparisons;
const FLOODS = [100, 500, 1_000];
const FLOOD_SECONDS = IS_QUICK ? 3 : 10;
const FLOOD_ROUNDS = IS_QUICK ? 1 : 5;
const FLOOD = fileURLToPath(new URL('beacon-flood.ts', import.meta.url));
const MB = 1024 ** 2;
const YEAR = 'from=2026-01-01&to=2026-12-31';
const MONTH = 'from=2026-06-01&to=2026-06-30';

type DatabaseLocation = Parameters<typeof connectDatabase>[0];
type Transaction = Kysely<Record<string, never>>;

/** The sums that a year of views leaves, with as many referrers a day as there can be. */
async function addYear(db: Transaction, isPostgres: boolean): Promise<void> {
  if (isPostgres) await sql`set local statement_timeout = 0`.execute(db);
  const numbers = (length: number) =>
    sql.raw(
      `(with recursive n(n) as (select 0 union all select n + 1 from n where n < ${length - 1}) select n from n)`,
    );
  const day = isPostgres
    ? sql`to_char(date '2026-01-01' + d.n, 'YYYY-MM-DD')`
    : sql`date('2026-01-01', d.n || ' days')`;
  const rest = sql`percent_0, percent_25, percent_50, percent_75, percent_100, seconds_0, seconds_10, seconds_30, seconds_60, seconds_180, seconds_600`;
  await sql`insert into counted_posts select id, title, slug from posts limit ${POSTS}`.execute(db);
  await sql`
    insert into view_days (post_id, day, views, visitors, desktop, phone, tablet, ${rest})
    select post_id, ${day}, ${VIEWS}, 24, 12, 13, 2, 6, 5, 4, 3, 9, 8, 6, 5, 4, 3, 1
    from counted_posts, ${numbers(DAYS)} d
  `.execute(db);
  const all = VIEWS * POSTS;
  await sql`
    insert into view_days (post_id, day, views, visitors, desktop, phone, tablet, ${rest})
    select '', ${day}, ${all}, ${all / 2}, ${all / 2}, ${all / 2}, 0, 6, 5, 4, 3, 9, 8, 6, 5, 4, 3, 1
    from ${numbers(DAYS)} d
  `.execute(db);
  for (const [kind, names] of Object.entries({ referrer: REFERRERS, language: LANGUAGES }))
    await sql`
      insert into view_sources
      select '', ${kind}, ${day}, ${kind} || '-' || ((d.n * 7 + r.n) % ${3 * names}) || '.example/a/page', 100
      from ${numbers(DAYS)} d, ${numbers(names)} r
    `.execute(db);
  await sql`
    insert into view_sources
    select post_id, 'referrer', ${day}, 'referrer-' || (d.n % 50 + r.n) || '.example/a/page', 5
    from (select post_id, row_number() over (order by post_id) - 1 as number from counted_posts) p,
      ${numbers(DAYS)} d, ${numbers(2)} r
  `.execute(db);
  await sql`
    insert into view_months
    select substr(day, 1, 7), post_id, sum(views), sum(visitors), sum(percent_100)
    from view_days where post_id <> '' group by 1, 2
  `.execute(db);
  await sql`insert into site_settings values ('statistics', 'true')`.execute(db);
}

async function addViews(location: DatabaseLocation): Promise<void> {
  const db = connectDatabase(location);
  const isPostgres = location.databaseUrl !== undefined;
  await db.transaction().execute((trx) => addYear(trx as never, isPostgres));
  if (!isPostgres) await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await db.destroy();
}

/** Vacuumed, as PostgreSQL would do by itself. */
async function readTableBytes(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    "select pg_total_relation_size('view_days') + pg_total_relation_size('view_sources') as bytes",
  );
  await client.end();
  return Number(rows[0].bytes);
}

async function timeQueries(site: RunningSite, post: string) {
  const headers = await sessionHeaders(site.url);
  const queries = {
    'a month': `statistics?${MONTH}`,
    'a year': `statistics?${YEAR}`,
    'a year of one post': `statistics?${YEAR}&post=${post}`,
    'views of all posts, for the list': 'statistics/posts',
  };
  const times = new Map<string, number[]>();
  for (const [name, query] of Object.entries(queries)) {
    const all: number[] = [];
    for (let n = 0; n < SETTINGS.updates / 3; n += 1) {
      const begin = performance.now();
      await requestOk(`${site.url}/api/admin/${query}`, { headers });
      all.push(performance.now() - begin);
    }
    times.set(name, all);
  }
  return { times, memory: site.memory('current') };
}

export async function measureStatistics(): Promise<Section> {
  progress(`${count(POSTS)} posts with ${count(DAYS)} days of views`);
  const folder = temporaryFolder();
  const seeded = await seed(folder, 0, POSTS);
  const file = join(folder, 'longhand.sqlite');
  const before = statSync(file).size;
  const server = await startPostgres([]);
  const databaseUrl = server.url();
  const other = temporaryFolder();
  await moveBlog({ dataDir: folder }, { dataDir: other, databaseUrl });
  await addViews({ dataDir: folder });
  await addViews({ dataDir: other, databaseUrl });
  const sqliteBytes = statSync(file).size - before;
  const postgresBytes = await readTableBytes(databaseUrl);
  const post = seeded[0]?.id ?? '';
  const sqliteSite = await startSite(folder);
  const sqlite = await timeQueries(sqliteSite, post);
  await sqliteSite.stop();
  const postgresSite = await startSite(other, { DATABASE_URL: databaseUrl });
  const postgres = await timeQueries(postgresSite, post);
  await postgresSite.stop();
  await server.stop();
  for (const each of [folder, other]) rmSync(each, { recursive: true, force: true });
  const cells = (times: readonly number[] = []) => [
    milliseconds(median(times)),
    milliseconds(largest(times)),
  ];
  return {
    title: 'A year of statistics',
    about: `The sums of ${count(DAYS * POSTS * VIEWS)} views of ${count(POSTS)} posts in ${count(DAYS)} days, with ${REFERRERS} referrers a day and two of each post. Bytes are those that the sums add to the database.`,
    columns: ['', 'SQLite', 'longest', 'PostgreSQL', 'longest', 'goal'],
    rows: [
      ...[...sqlite.times].map(([name, times]) => {
        const others = postgres.times.get(name) ?? [];
        const slowest = Math.max(median(times), median(others));
        return [name, ...cells(times), ...cells(others), goal(slowest, 'at most', LIMIT_MS, ' ms')];
      }),
      ['size', megabytes(sqliteBytes / MB), '', megabytes(postgresBytes / MB), '', ''],
      ['memory of the server', megabytes(sqlite.memory), '', megabytes(postgres.memory), '', ''],
    ],
  };
}

async function startCounting(statistics: boolean): Promise<RunningSite> {
  const site = await startSite(temporaryFolder(), { TRUST_PROXY: 'loopback' });
  if (statistics) await switchOnStatistics(site.url);
  await requestOk(site.url, { headers: { 'accept-encoding': 'gzip' } });
  await load(site.url, SETTINGS.warmUpSeconds);
  return site;
}

export async function measureCounting(): Promise<Section> {
  const sites = { off: await startCounting(false), on: await startCounting(true) };
  const rounds = await alternate(['off', 'on'], ROUNDS, async (name) => {
    const { url, cpuMs } = sites[name];
    const before = cpuMs();
    const { perSecond } = await load(url, 1);
    return { perSecond, perCpuSecond: (perSecond * 1_000) / (cpuMs() - before) };
  });
  await Promise.all([sites.off.stop(), sites.on.stop()]);
  const rowOf = (name: string, of: 'perSecond' | 'perCpuSecond', isGoal: boolean) => {
    const [off, on] = [rounds.off.map((round) => round[of]), rounds.on.map((round) => round[of])];
    const change = median(on.map((value, round) => value / (off[round] ?? Number.NaN)));
    const [a, b] = [median(off), median(on)];
    const cell = isGoal ? goal(change, 'at least', LEAST_RATIO, ' ×') : '';
    return [name, count(a), count(b), ratio(change, 1), cell];
  };
  return {
    title: 'What statistics cost a cached page',
    about: `The home page, cached, under wrk, without the setting and with it. Medians of ${ROUNDS} rounds of 1 s, in turn; the ratios are medians of those of neighbouring rounds.`,
    columns: ['', 'off', 'on', 'on / off', 'goal'],
    rows: [
      rowOf('requests a second of CPU time', 'perCpuSecond', true),
      rowOf('requests a second', 'perSecond', false),
    ],
  };
}

/** What readers wait while somebody sends so many beacons, in which all that is counted is written once. */
async function p99InFlood({ url }: RunningSite, perSecond: number): Promise<number> {
  const child = startChild(process.execPath, [FLOOD, `${url}/api/views`, String(perSecond)], {
    stdio: 'inherit',
  });
  await p99Of(url, 1);
  const p99 = await p99Of(url, FLOOD_SECONDS);
  child.kill();
  await once(child, 'exit');
  return p99;
}

/** How long readers wait while somebody sends many beacons. */
export async function measureFlood(): Promise<Section> {
  const sites = { off: await startCounting(false), on: await startCounting(true) };
  const before = sites.on.memory('current');
  const rows: string[][] = [];
  for (const rate of [0, ...FLOODS]) {
    const rounds = await alternate(['off', 'on'], FLOOD_ROUNDS, (name) =>
      rate ? p99InFlood(sites[name], rate) : p99Of(sites[name].url, FLOOD_SECONDS),
    );
    const [off, on] = [median(rounds.off), median(rounds.on)];
    rows.push([
      rate ? `${count(rate)} beacons a second` : 'at rest',
      ...[milliseconds(off), milliseconds(on), ratio(on, off)],
    ]);
  }
  const peak = sites.on.memory('peak');
  await Promise.all([sites.off.stop(), sites.on.stop()]);
  return {
    title: 'Readers during a flood of beacons',
    about: `The p99 of a cached page. Each beacon is of another address, browser and referrer, a third of unknown paths, while readers ask for the front page every ${PAGE_EVERY_MS} ms. Without the setting they are answered and not counted; the sender is on the same cores. Medians of ${FLOOD_ROUNDS} rounds of ${FLOOD_SECONDS} s, in turn.`,
    columns: ['', 'off', 'on', 'on / off'],
    rows: [...rows, ['memory', '', megabytes(before), `at most ${megabytes(peak)}`]],
  };
}

if (import.meta.main) {
  ensureTools();
  console.log(formatSection(await measureStatistics()));
  console.log(formatSection(await measureCounting()));
  console.log(formatSection(await measureFlood()));
}
