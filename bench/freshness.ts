import { setTimeout as wait } from 'node:timers/promises';
import type { Post } from '@longhand/contract/posts';
import type { Administrator } from '../test-support/administrator.ts';
import { requestOk } from '../test-support/http-client.ts';
import { count, goal, milliseconds, ratio, type Section } from '../test-support/report.ts';
import { type BenchSettings, progress } from '../test-support/settings.ts';
import { median } from '../test-support/statistics.ts';
import { writePost } from '../test-support/texts.ts';
import { load } from './wrk.ts';

/** Every version contains its number, so that a reader can recognise it. */
export function changingPost(administrator: Administrator, { id, slug }: Post, letters: number) {
  const input = { ...writePost(1, letters), published: true };
  let version = 0;
  const marker = () => `edition-${version}-of-this-text`;
  return {
    async change(): Promise<void> {
      version += 1;
      await administrator.update(id, { ...input, content: `<p>${marker()}</p>\n${input.content}` });
    },
    async isVisible(site: string): Promise<boolean> {
      return (await requestOk(`${site}/blog/${slug}`)).body.includes(marker());
    },
  };
}

export type ChangingPost = ReturnType<typeof changingPost>;

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
    about: `wrk as above; medians of ${settings.rounds} rounds of ${settings.loadSeconds} s, alternating.`,
    columns: ['', 'no publishing', 'once a second', 'ratio', 'goal'],
    rows: [
      [
        'p99',
        milliseconds(median(quiet)),
        milliseconds(median(publishing)),
        ratio(median(publishing), median(quiet)),
        '',
      ],
      ['failed responses', '', count(failures), '', goal(failures, 'at most', 0)],
    ],
  };
}
