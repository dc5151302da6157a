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

const ROUNDS = SETTINGS.comparisons;
const SECONDS = SETTINGS.loadSeconds / 2;
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

const middle = (name: keyof typeof rounds, of: 'perSecond' | 'p99' | 'cpuUs') =>
  median(rounds[name].map((round) => round[of]));
const requests = { off: middle('off', 'perSecond'), on: middle('on', 'perSecond') };
const cpu = { off: middle('off', 'cpuUs'), on: middle('on', 'cpuUs') };
console.log(
  formatSection({
    title: 'What metrics cost',
    about: `The home page, cached, under wrk, without \`METRICS_TOKEN\` and with it and one scrape a round. Medians of ${ROUNDS} rounds of ${SECONDS} s, in turn. By \`npm run bench:metrics\`.`,
    columns: ['', 'off', 'on', 'on / off', 'goal'],
    rows: [
      [
        'requests a second',
        count(requests.off),
        count(requests.on),
        ratio(requests.on, requests.off),
        goal(requests.on / requests.off, 'at least', LEAST_RATIO, ' ×'),
      ],
      [
        'CPU time of a request',
        `${cpu.off.toFixed(1)} µs`,
        `${cpu.on.toFixed(1)} µs`,
        ratio(cpu.on, cpu.off),
        '',
      ],
      [
        'p99',
        milliseconds(middle('off', 'p99')),
        milliseconds(middle('on', 'p99')),
        ratio(middle('on', 'p99'), middle('off', 'p99')),
        '',
      ],
    ],
  }),
);
