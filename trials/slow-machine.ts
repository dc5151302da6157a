import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_WAIT_MS } from '@longhand/response-cache';
import { logIn } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { count, goal, milliseconds, progress, type Section } from '../test-support/report.ts';
import { startSite } from '../test-support/site.ts';
import { percentile } from '../test-support/statistics.ts';
import { startBusyLoops } from './busy-loops.ts';
import { createClient } from './clients.ts';

type SlowMachineLengths = {
  /** At most. */
  readonly readers: number;
  /** Processes that compute on the core of the server. */
  readonly busyLoops: number;
};

const CORE = '0';

async function publishPosts(url: string, number: number): Promise<string[]> {
  const { create } = await logIn(url);
  const paths: string[] = [];
  for (let n = 0; n < number; n += 1) {
    const content = `<p>${`Paragraph ${n}. `.repeat(50)}</p>`.repeat(5);
    const post = { title: `Post ${n}`, excerpt: 'An excerpt', content, published: true };
    paths.push(`/blog/${(await create(post)).slug}`);
  }
  return paths;
}

const MEASURED = 5;
/** More than are worked on at once. */
const MIN_READERS = 5;

/** All at once, each reads another page, and none of them is cached. */
export async function trySlowMachine({ readers, busyLoops }: SlowMachineLengths) {
  const site = await startSite(temporaryFolder());
  const { send, stop } = createClient(site.url);
  let stopLoops: (() => Promise<unknown>) | undefined;
  try {
    const paths = await publishPosts(site.url, MEASURED + readers);
    // Everybody has a connection: Node would accept new ones between two pages, one at a time.
    await Promise.all(paths.map(() => send('/')));
    execFileSync('taskset', ['-a', '-c', '-p', CORE, String(site.child.pid)], { stdio: 'ignore' });
    stopLoops = startBusyLoops(busyLoops, CORE);
    await wait(500);
    const begin = performance.now();
    for (const path of paths.splice(0, MEASURED)) await send(path);
    const pageMs = (performance.now() - begin) / MEASURED;
    // On a machine that is busy with other things, too, fewer can be served in time.
    const inTime = Math.max(MIN_READERS, Math.floor((0.6 * MAX_WAIT_MS) / pageMs));
    return await Promise.all(paths.slice(0, inTime).map((path) => send(path)));
  } finally {
    await stopLoops?.();
    stop();
    await site.stop();
  }
}

const FULL: SlowMachineLengths = { readers: 40, busyLoops: 4 };

export async function slowMachineTrial(): Promise<Section> {
  progress(`${FULL.readers} readers of a slow machine`);
  const results = await trySlowMachine(FULL);
  const served = results.filter(({ status }) => status === 200).map(({ ms }) => ms);
  const others = results.length - served.length;
  return {
    title: 'A slow machine',
    about: `The server shares one core with ${FULL.busyLoops} processes that only compute. ${count(results.length)} readers request as many different pages at once, of which none is cached.`,
    columns: ['200', '200: p50', '200: the last', 'anything else', 'goal'],
    rows: [
      [
        count(served.length),
        milliseconds(percentile(served, 50)),
        milliseconds(percentile(served, 100)),
        count(others),
        goal(others, 'at most', 0),
      ],
    ],
  };
}
