import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import {
  count,
  goal,
  megabytes,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { startSite } from '../test-support/site.ts';
import { median, sample } from '../test-support/statistics.ts';
import type { Seeded } from './seed.ts';
import { SETTINGS } from './settings.ts';
import { load } from './wrk.ts';

const CONCURRENCY = 16;
const STARTS = 3;
const MAX_CRAWL_MS = 60_000;
const MAX_MEGABYTES = 200;

/** Like a search engine. Returns the number of pages, limited by time. */
async function crawl(site: string, slugs: readonly string[]): Promise<number> {
  const queue = [...slugs];
  const end = performance.now() + MAX_CRAWL_MS;
  let crawled = 0;
  const walk = async () => {
    for (let slug = queue.pop(); slug && performance.now() < end; slug = queue.pop()) {
      await requestOk(`${site}/blog/${slug}`, { headers: { 'accept-encoding': 'gzip' } });
      crawled += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, walk));
  return crawled;
}

function memoryRow(name: string, value: number, rest?: number): string[] {
  const times = rest === undefined ? '' : `${ratio(value, rest)} at rest`;
  return [name, megabytes(value), times, goal(value, 'at most', MAX_MEGABYTES, ' MB')];
}

export async function measureProcess(folder: string, seeded: readonly Seeded[]): Promise<Section> {
  progress('start and memory');
  const starts: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const started = await startSite(folder);
    starts.push(started.startedInMs);
    await started.stop();
  }
  const node = await sample(() => once(startChild(process.execPath, ['-e', '0']), 'exit'), {
    count: STARTS * 3,
  });
  const site = await startSite(folder);
  await wait(3_000);
  const rest = site.memory('current');
  const slugs = seeded.filter((each) => each.published).map(({ slug }) => slug);
  const { failures } = await load(`${site.url}/blog/${slugs[0]}`);
  const loaded = site.memory('peak');
  progress(`a crawl of ${SETTINGS.crawled} posts`);
  const pages = await crawl(site.url, slugs.slice(0, SETTINGS.crawled));
  const crawled = site.memory('peak');
  await site.stop();
  const bareNode = `bare Node (${milliseconds(median(node))})`;
  return {
    title: `Start and memory with ${count(seeded.length)} posts`,
    about: `Start is the time to the first 200, median of ${STARTS}. Memory is the resident set three seconds after the start, and its maximum: after wrk on one post page, and then after a crawl of other pages, ${CONCURRENCY} at a time.`,
    columns: ['', '', 'ratio', 'goal'],
    rows: [
      [
        'start',
        milliseconds(median(starts)),
        `${ratio(median(starts), median(node))} ${bareNode}`,
        '',
      ],
      memoryRow('memory at rest', rest),
      memoryRow('most memory under wrk', loaded, rest),
      memoryRow(`most memory after a crawl of ${count(pages)}`, crawled, rest),
      ['failed responses', count(failures), '', goal(failures, 'at most', 0)],
    ],
  };
}
