import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { count, formatSection, goal, milliseconds, ratio } from '../test-support/report.ts';
import { METRICS_TOKEN, scrape } from '../test-support/scrape.ts';
import { startSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { alternate } from './alternate.ts';
import { SETTINGS } from './settings.ts';
import { ensureTools } from './tools.ts';
import { load } from './wrk.ts';

/** Many short ones: what else the machine does changes from second to second. */
const ROUNDS = 3 * SETTINGS.comparisons;
const SECONDS = 1;
const LEAST_RATIO = 0.95;

async function start(settings: Readonly<Record<string, string>>) {
  const site = await startSite(temporaryFolder(), settings);
  await requestOk(site.url, { headers: { 'accept-encoding': 'gzip' } });
  await load(site.url, SETTINGS.warmUpSeconds);
  return site;
}

ensureTools();
const sites = { off: await start({}), on: await start({ METRICS_TOKEN }) };
const rounds = await alternate(['off', 'on'], ROUNDS, async (name) => {
  const { url, cpuMs } = sites[name];
  const before = cpuMs();
  const { perSecond, p99 } = await load(url, SECONDS);
  // As often as Prometheus asks, and more.
  if (name === 'on') await scrape(url);
  return { perSecond, p99, cpuUs: ((cpuMs() - before) / (perSecond * SECONDS)) * 1_000 };
});
await Promise.all([sites.off.stop(), sites.on.stop()]);

const SITES = ['off', 'on'] as const;
type Measured = keyof (typeof rounds)['off'][number];

const valuesOf = (name: (typeof SITES)[number], of: Measured) =>
  rounds[name].map((round) => round[of]);

/** The ratio is that of neighbours. */
function compare(of: Measured) {
  const off = valuesOf('off', of);
  return {
    medians: SITES.map((name) => median(valuesOf(name, of))),
    ratio: median(valuesOf('on', of).map((value, round) => value / (off[round] ?? Number.NaN))),
  };
}

const requests = compare('perSecond');
const cpu = compare('cpuUs');
const p99 = compare('p99');
console.log(
  formatSection({
    title: 'What metrics cost',
    about: `The home page, cached, under wrk, without \`METRICS_TOKEN\` and with it and one scrape a round. Medians of ${ROUNDS} rounds of ${SECONDS} s, in turn; the ratios are medians of those of neighbouring rounds.`,
    columns: ['', 'off', 'on', 'on / off', 'goal'],
    rows: [
      [
        'requests a second',
        ...requests.medians.map(count),
        ratio(requests.ratio, 1),
        goal(requests.ratio, 'at least', LEAST_RATIO, ' ×'),
      ],
      [
        'CPU time of a request',
        ...cpu.medians.map((value) => `${value.toFixed(1)} µs`),
        ratio(cpu.ratio, 1),
        '',
      ],
      ['p99', ...p99.medians.map(milliseconds), ratio(p99.ratio, 1), ''],
    ],
  }),
);
