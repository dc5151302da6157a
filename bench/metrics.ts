import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import {
  count,
  formatSection,
  goal,
  milliseconds,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { METRICS_TOKEN, scrape } from '../test-support/scrape.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { alternate } from './alternate.ts';
import { SETTINGS } from './settings.ts';
import { ensureTools } from './tools.ts';
import { load } from './wrk.ts';

/** Many short ones: what else the machine does changes from second to second. */
const ROUNDS = 6 * SETTINGS.comparisons;
const SECONDS = 1;
const LEAST_RATIO = 0.95;

async function start(settings: Readonly<Record<string, string>>): Promise<RunningSite> {
  const site = await startSite(temporaryFolder(), settings);
  await requestOk(site.url, { headers: { 'accept-encoding': 'gzip' } });
  await load(site.url, SETTINGS.warmUpSeconds);
  return site;
}

async function measureRound({ url, cpuMs }: RunningSite, isScraped: boolean) {
  const before = cpuMs();
  const { perSecond, p99 } = await load(url, SECONDS);
  if (isScraped) await scrape(url);
  return { perSecond, p99, perCpuSecond: (perSecond * SECONDS * 1_000) / (cpuMs() - before) };
}

type Round = Awaited<ReturnType<typeof measureRound>>;

/** The ratio is that of neighbouring rounds. */
function compare(rounds: Readonly<Record<'off' | 'on', Round[]>>, of: keyof Round) {
  const [off, on] = [rounds.off.map((round) => round[of]), rounds.on.map((round) => round[of])];
  return {
    medians: [median(off), median(on)],
    ratio: median(on.map((value, round) => value / (off[round] ?? Number.NaN))),
  };
}

export async function measureMetrics(): Promise<Section> {
  const sites = { off: await start({}), on: await start({ METRICS_TOKEN }) };
  const rounds = await alternate(['off', 'on'], ROUNDS, (name) =>
    measureRound(sites[name], name === 'on'),
  );
  await Promise.all([sites.off.stop(), sites.on.stop()]);
  const perCpuSecond = compare(rounds, 'perCpuSecond');
  const requests = compare(rounds, 'perSecond');
  const p99 = compare(rounds, 'p99');
  return {
    title: 'What metrics cost',
    about: `The home page, cached, under wrk, without \`METRICS_TOKEN\` and with it and one scrape a round. Medians of ${ROUNDS} rounds of ${SECONDS} s, in turn; the ratios are medians of those of neighbouring rounds. What else the machine does changes the requests a second, but hardly those of a second of the server's CPU time.`,
    columns: ['', 'off', 'on', 'on / off', 'goal'],
    rows: [
      [
        'requests a second of CPU time',
        ...perCpuSecond.medians.map(count),
        ratio(perCpuSecond.ratio, 1),
        goal(perCpuSecond.ratio, 'at least', LEAST_RATIO, ' ×'),
      ],
      ['requests a second', ...requests.medians.map(count), ratio(requests.ratio, 1), ''],
      ['p99', ...p99.medians.map(milliseconds), ratio(p99.ratio, 1), ''],
    ],
  };
}

if (import.meta.main) {
  ensureTools();
  console.log(formatSection(await measureMetrics()));
}
