import { setTimeout as wait } from 'node:timers/promises';
import type { Post } from '@longhand/contract/posts';
import type { Administrator } from '../test-support/administrator.ts';
import { mustAnswer } from '../test-support/http-client.ts';
import { count, goal, milliseconds, ratio, type Section } from '../test-support/report.ts';
import { type BenchSettings, progress } from '../test-support/settings.ts';
import { median, percentile } from '../test-support/statistics.ts';
import { writePost } from '../test-support/texts.ts';
import { load } from './wrk.ts';

/** A post that is changed again and again; every version says which it is. */
export function changingPost(administrator: Administrator, { id, slug }: Post, letters: number) {
  const input = { ...writePost(1, letters), published: true };
  let version = 0;
  const mark = () => `edition-${version}-of-this-text`;
  return {
    async change(): Promise<void> {
      version += 1;
      await administrator.update(id, { ...input, content: `<p>${mark()}</p>\n${input.content}` });
    },
    async isVisible(site: string): Promise<boolean> {
      return (await mustAnswer(`${site}/blog/${slug}`)).body.includes(mark());
    },
  };
}

export type ChangingPost = ReturnType<typeof changingPost>;

async function timeOf(url: string): Promise<number> {
  const begin = performance.now();
  await mustAnswer(url, { headers: { 'accept-encoding': 'br' } });
  return performance.now() - begin;
}

export async function measureRendering(
  settings: BenchSettings,
  site: string,
  path: string,
  changing: ChangingPost,
): Promise<Section> {
  progress('a page after a change');
  const fresh: number[] = [];
  const kept: number[] = [];
  let missed = 0;
  for (let n = 0; n < settings.updates; n += 1) {
    await changing.change();
    fresh.push(await timeOf(site + path));
    kept.push(await timeOf(site + path));
    if (!(await changing.isVisible(site))) missed += 1;
  }
  const times = (values: readonly number[]) => [
    milliseconds(median(values)),
    milliseconds(percentile(values, 95)),
  ];
  return {
    title: 'A page after a change',
    about: `${settings.updates} times, a post was changed through the API; then another post's page was asked for, twice, with \`Accept-Encoding: br\`, and the changed post's page, which had to say what was new.`,
    columns: ['', 'median', 'p95', 'goal'],
    rows: [
      ['first after a change', ...times(fresh), goal(median(fresh), 'at most', 8, ' ms')],
      ['again', ...times(kept), ''],
      ['first / again', ratio(median(fresh), median(kept)), '', ''],
      ['changes not seen by the next reader', count(missed), '', goal(missed, 'at most', 0)],
    ],
  };
}

async function changeEverySecond(changing: ChangingPost, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) await Promise.all([changing.change(), wait(1_000)]);
}

export async function measureWhilePublishing(
  settings: BenchSettings,
  site: string,
  path: string,
  changing: ChangingPost,
): Promise<Section> {
  progress('the post page while somebody publishes');
  const quiet: number[] = [];
  const publishing: number[] = [];
  let failures = 0;
  for (let round = 0; round < settings.rounds; round += 1) {
    const alone = await load(settings.wrk, site + path, settings.loadSeconds);
    const stop = new AbortController();
    const publisher = changeEverySecond(changing, stop.signal);
    const both = await load(settings.wrk, site + path, settings.loadSeconds);
    stop.abort();
    await publisher;
    quiet.push(alone.p99);
    publishing.push(both.p99);
    failures += alone.failures + both.failures;
  }
  return {
    title: 'The post page while the administrator publishes once a second',
    about: `wrk as above; medians of ${settings.rounds} rounds of ${settings.loadSeconds} s, in turn.`,
    columns: ['', 'nobody publishes', 'once a second', 'ratio', 'goal'],
    rows: [
      [
        'p99',
        milliseconds(median(quiet)),
        milliseconds(median(publishing)),
        ratio(median(publishing), median(quiet)),
        '',
      ],
      ['failed answers', '', count(failures), '', goal(failures, 'at most', 0)],
    ],
  };
}
