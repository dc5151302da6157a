import { mustAnswer } from '../test-support/http-client.ts';
import { count, goal, milliseconds, ratio, type Section } from '../test-support/report.ts';
import { type BenchSettings, progress } from '../test-support/settings.ts';
import { median } from '../test-support/statistics.ts';
import { type Copies, serveCopies } from './same-bytes.ts';
import { CONNECTIONS, type Load, load } from './wrk.ts';

type Target = { url: string; headers?: Record<string, string> };

/** Every server in turn, several times over: what disturbs the machine disturbs all of them. */
async function compare<Name extends string>(
  settings: BenchSettings,
  targets: Record<Name, Target>,
  seconds: number,
): Promise<Record<Name, Load>> {
  const entries = Object.entries<Target>(targets) as [Name, Target][];
  const runs = new Map<Name, Load[]>(entries.map(([name]) => [name, []]));
  for (const [, { url, headers }] of entries)
    await load(settings.wrk, url, settings.warmUpSeconds, headers);
  for (let round = 0; round < settings.rounds; round += 1)
    for (const [name, { url, headers }] of entries)
      runs.get(name)?.push(await load(settings.wrk, url, seconds, headers));
  const summed = [...runs].map(([name, loads]) => [
    name,
    {
      perSecond: median(loads.map((each) => each.perSecond)),
      p50: median(loads.map((each) => each.p50)),
      p99: median(loads.map((each) => each.p99)),
      failures: loads.reduce((sum, each) => sum + each.failures, 0),
    },
  ]);
  return Object.fromEntries(summed);
}

async function mustBeTheSame(site: string, copies: Copies, path: string): Promise<void> {
  const question = { headers: { 'accept-encoding': 'gzip' } };
  const ours = await mustAnswer(site + path, question);
  for (const server of [copies.nginx, copies.node]) {
    const theirs = await mustAnswer(server(path), question);
    if (!ours.body.equals(theirs.body)) throw new Error(`${path} is not the same everywhere.`);
  }
}

function rowsOf(name: string, ours: Load, nginx: Load, node: Load): string[][] {
  const failures = ours.failures + nginx.failures + node.failures;
  return [
    [
      `${name}: requests a second`,
      count(ours.perSecond),
      count(nginx.perSecond),
      count(node.perSecond),
      ratio(ours.perSecond, nginx.perSecond),
      ratio(ours.perSecond, node.perSecond),
      goal(ours.perSecond / nginx.perSecond, 'at least', 0.35, ' × nginx'),
    ],
    [
      `${name}: p99`,
      milliseconds(ours.p99),
      milliseconds(nginx.p99),
      milliseconds(node.p99),
      ratio(ours.p99, nginx.p99),
      ratio(ours.p99, node.p99),
      goal(ours.p99 / nginx.p99, 'at most', 3, ' × nginx'),
    ],
    [
      `${name}: failed answers`,
      ...[ours, nginx, node].map((each) => count(each.failures)),
      ...['', '', goal(failures, 'at most', 0)],
    ],
  ];
}

async function wholePages(
  settings: BenchSettings,
  site: string,
  copies: Copies,
  pages: Readonly<Record<string, string>>,
): Promise<Section> {
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    progress(`${name}, next to nginx and bare Node`);
    await mustBeTheSame(site, copies, path);
    const targets = {
      ours: { url: site + path },
      nginx: { url: copies.nginx(path) },
      node: { url: copies.node(path) },
    };
    const { ours, nginx, node } = await compare(settings, targets, settings.loadSeconds);
    rows.push(...rowsOf(name, ours, nginx, node));
  }
  return {
    title: 'Pages, next to the same bytes from a file and from memory',
    about: `wrk with ${CONNECTIONS} connections that stay open and \`Accept-Encoding: gzip\`. nginx has the page as a compressed file and one worker, bare Node as a buffer in one process; all three send the same bytes and headers. Medians of ${settings.rounds} rounds of ${settings.loadSeconds} s, in turn.`,
    columns: ['', 'ours', 'nginx', 'bare Node', 'ours / nginx', 'ours / Node', 'goal'],
    rows,
  };
}

async function taggedTarget(url: string): Promise<Target | undefined> {
  const headers = { 'accept-encoding': 'gzip' };
  const { etag } = (await mustAnswer(url, { headers })).headers;
  if (!etag) return undefined;
  await mustAnswer(url, { headers: { ...headers, 'if-none-match': etag } }, 304);
  return { url, headers: { 'If-None-Match': etag } };
}

async function unchangedPages(
  settings: BenchSettings,
  site: string,
  copies: Copies,
  pages: Readonly<Record<string, string>>,
): Promise<Section> {
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    progress(`${name}, unchanged`);
    const ours = await taggedTarget(site + path);
    const nginx = await taggedTarget(copies.nginx(path));
    if (!ours || !nginx) {
      rows.push([name, 'has no ETag']);
      continue;
    }
    const loads = await compare(
      settings,
      { ours, nginx, whole: { url: site + path } },
      settings.shortLoadSeconds,
    );
    rows.push([
      name,
      count(loads.ours.perSecond),
      count(loads.nginx.perSecond),
      ratio(loads.ours.perSecond, loads.nginx.perSecond),
      ratio(loads.ours.perSecond, loads.whole.perSecond),
      milliseconds(loads.ours.p99),
      ratio(loads.ours.p99, loads.nginx.p99),
      count(loads.ours.failures + loads.nginx.failures + loads.whole.failures),
    ]);
  }
  return {
    title: 'Pages that the reader has already',
    about: `The same with \`If-None-Match\`: answers of 304 a second. Medians of ${settings.rounds} rounds of ${settings.shortLoadSeconds} s, in turn.`,
    columns: [
      ...['', 'ours', 'nginx', 'ours / nginx', 'ours / our 200s'],
      ...['p99', 'p99 / nginx', 'failed answers'],
    ],
    rows,
  };
}

export async function measureThroughput(
  settings: BenchSettings,
  site: string,
  pages: Readonly<Record<string, string>>,
): Promise<Section[]> {
  const copies = await serveCopies(settings.nginx, site, Object.values(pages));
  const whole = await wholePages(settings, site, copies, pages);
  const unchanged = await unchangedPages(settings, site, copies, pages);
  await copies.stop();
  return [whole, unchanged];
}
