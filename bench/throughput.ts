import { requestOk } from '../test-support/http-client.ts';
import { count, goal, milliseconds, ratio, type Section } from '../test-support/report.ts';
import { type BenchSettings, progress } from '../test-support/settings.ts';
import { median } from '../test-support/statistics.ts';
import { type Copies, serveCopies } from './same-bytes.ts';
import { CONNECTIONS, type Load, load } from './wrk.ts';

/** Alternates, so that disturbances of the machine affect all of them. */
async function compare<Name extends string>(
  { wrk, warmUpSeconds, loadSeconds, rounds }: BenchSettings,
  urls: Record<Name, string>,
): Promise<Record<Name, Load>> {
  const entries = Object.entries<string>(urls) as [Name, string][];
  const runs = new Map<Name, Load[]>(entries.map(([name]) => [name, []]));
  for (const [, url] of entries) await load(wrk, url, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, url] of entries) runs.get(name)?.push(await load(wrk, url, loadSeconds));
  const summed = [...runs].map(([name, loads]) => [
    name,
    {
      perSecond: median(loads.map((result) => result.perSecond)),
      p50: median(loads.map((result) => result.p50)),
      p99: median(loads.map((result) => result.p99)),
      failures: loads.reduce((sum, result) => sum + result.failures, 0),
    },
  ]);
  return Object.fromEntries(summed);
}

async function checkSameBody(site: string, copies: Copies, path: string): Promise<void> {
  const input = { headers: { 'accept-encoding': 'gzip' } };
  const ours = await requestOk(site + path, input);
  for (const server of [copies.nginx, copies.node]) {
    const theirs = await requestOk(server(path), input);
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
      `${name}: failed responses`,
      ...[ours, nginx, node].map((result) => count(result.failures)),
      ...['', '', goal(failures, 'at most', 0)],
    ],
  ];
}

export async function measureThroughput(
  settings: BenchSettings,
  site: string,
  pages: Readonly<Record<string, string>>,
): Promise<Section> {
  const copies = await serveCopies(settings.nginx, site, Object.values(pages));
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    progress(`${name}, next to nginx and bare Node`);
    await checkSameBody(site, copies, path);
    const urls = { ours: site + path, nginx: copies.nginx(path), node: copies.node(path) };
    const { ours, nginx, node } = await compare(settings, urls);
    rows.push(...rowsOf(name, ours, nginx, node));
  }
  await copies.stop();
  return {
    title: 'Pages, compared with nginx and bare Node',
    about: `wrk with ${CONNECTIONS} keep-alive connections and \`Accept-Encoding: gzip\`. nginx serves the page as a compressed file with one worker, bare Node as a buffer in one process. All three send the same bytes and headers. Medians of ${settings.rounds} rounds of ${settings.loadSeconds} s, alternating.`,
    columns: ['', 'ours', 'nginx', 'bare Node', 'ours / nginx', 'ours / Node', 'goal'],
    rows,
  };
}
