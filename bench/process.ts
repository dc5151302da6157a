import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import {
  count,
  goal,
  megabytes,
  milliseconds,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { type BenchSettings, progress } from '../test-support/settings.ts';
import { startSite } from '../test-support/site.ts';
import { median, sample } from '../test-support/statistics.ts';
import type { Seeded } from './seed.ts';
import { load } from './wrk.ts';

const CONCURRENCY = 16;
const STARTS = 3;

const MAX_CRAWL_MS = 60_000;

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

export async function measureProcess(
  settings: BenchSettings,
  folder: string,
  seeded: readonly Seeded[],
): Promise<Section> {
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
  const { failures } = await load(
    settings.wrk,
    `${site.url}/blog/${slugs[0]}`,
    settings.loadSeconds,
  );
  const loaded = site.memory('peak');
  progress(`a crawl of ${settings.crawled} posts`);
  const pages = await crawl(site.url, slugs.slice(0, settings.crawled));
  const crawled = site.memory('peak');
  await site.stop();
  return {
    title: `Start and memory with ${count(seeded.length)} posts`,
    about: `Start is the time to the first 200, median of ${STARTS}. Memory is the resident set three seconds after the start, and its maximum: after wrk on one post page, and then after a crawl of other pages, ${CONCURRENCY} at a time.`,
    columns: ['', '', 'ratio', 'goal'],
    rows: [
      [
        'start',
        milliseconds(median(starts)),
        `${ratio(median(starts), median(node))} bare Node (${milliseconds(median(node))})`,
        '',
      ],
      ['memory at rest', megabytes(rest), '', goal(rest, 'at most', 200, ' MB')],
      [
        'most memory under wrk',
        megabytes(loaded),
        `${ratio(loaded, rest)} at rest`,
        goal(loaded, 'at most', 200, ' MB'),
      ],
      [
        `most memory after a crawl of ${count(pages)}`,
        megabytes(crawled),
        `${ratio(crawled, rest)} at rest`,
        goal(crawled, 'at most', 200, ' MB'),
      ],
      ['failed responses', count(failures), '', goal(failures, 'at most', 0)],
    ],
  };
}
