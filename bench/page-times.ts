import { setTimeout as wait } from 'node:timers/promises';
import { requestOk } from '../test-support/http-client.ts';
import { percentile } from '../test-support/statistics.ts';

export const PAGE_EVERY_MS = 5;

/** As many readers as a busy blog has, one every few milliseconds, whether the last one was answered or not. */
export async function p99Of(url: string, seconds: number): Promise<number> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const begin = performance.now();
    asked.push(requestOk(url).then(() => void times.push(performance.now() - begin)));
    await wait(PAGE_EVERY_MS);
  }
  await Promise.all(asked);
  return percentile(times, 99);
}
