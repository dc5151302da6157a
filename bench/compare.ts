import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Post, PostInput } from '@longhand/contract/posts';
import { sessionHeaders } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { formatSection, megabytes, milliseconds, ratio } from '../test-support/report.ts';
import { progress } from '../test-support/settings.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { writePost } from '../test-support/texts.ts';
import { ensureBuilt } from '../web/server/build-stamp.ts';

const ROUNDS = 9;
const STARTS = 3;
const REST_MS = 5_000;
const SIZES = { '8 KB': 8_000, '250 KB': 250_000 } as const;

const NAMES = ['other', 'this'] as const;
type Both<Value> = Readonly<Record<(typeof NAMES)[number], Value>>;

type Task = {
  readonly run: (n: number) => Promise<unknown>;
  /** Not measured. Before each run, so the CPU time of `run` alone cannot be measured. */
  readonly prepare?: (n: number) => Promise<unknown>;
  /** Runs per round: enough for CPU time, which is counted in steps of 10 ms. */
  readonly times: number;
};

async function createTasks({ url }: RunningSite): Promise<ReadonlyMap<string, Task>> {
  const headers = await sessionHeaders(url);
  const send = (method: string, path: string, body: unknown, status = 200) =>
    requestOk(`${url}/api/admin${path}`, { method, headers, body }, status);
  const get = (path: string) => requestOk(url + path, { headers: { 'accept-encoding': 'gzip' } });
  const tasks = new Map<string, Task>([
    ['cached page', { run: () => get('/blog'), times: 4_000 }],
    ['uncached page (search)', { run: (n) => get(`/blog?q=word${n}`), times: 80 }],
  ]);
  for (const [size, letters] of Object.entries(SIZES)) {
    const input: PostInput = {
      ...writePost(1, letters),
      title: `A post of ${size}`,
      published: true,
    };
    const created = await send('POST', '/posts', input, 201);
    const { id, slug }: Post = JSON.parse(created.body.toString());
    const content = (n: number) => `<p>Edition ${n}</p>\n${input.content}`;
    const save = (n: number) =>
      send('PUT', `/posts/${id}`, { ...input, slug, content: content(n) });
    const preview = (n: number) => send('POST', '/preview', { content: content(n) });
    const times = letters > 100_000 ? 5 : 30;
    tasks.set(`save of ${size}`, { run: save, times });
    tasks.set(`preview of ${size}`, { run: preview, times });
    const firstPage = {
      prepare: (n: number) => save(-n),
      run: () => get(`/blog/${slug}`),
      times,
    };
    tasks.set(`post page of ${size} after a save`, firstPage);
  }
  return tasks;
}

/** The means of one round. */
async function measureRound(site: RunningSite, { run, prepare, times }: Task, round: number) {
  const cpuBefore = site.cpuMs();
  let ms = 0;
  for (let time = 0; time < times; time += 1) {
    const n = round * times + time + 1;
    await prepare?.(n);
    const begin = performance.now();
    await run(n);
    ms += performance.now() - begin;
  }
  return { ms: ms / times, cpuMs: (site.cpuMs() - cpuBefore) / times };
}

/** Both at rest at the same time, several times: memory and start differ from start to start. */
async function measureStarts(start: Both<() => Promise<RunningSite>>): Promise<string[][]> {
  const memory: Both<number[]> = { other: [], this: [] };
  const starts: Both<number[]> = { other: [], this: [] };
  for (let n = 0; n < STARTS; n += 1) {
    const sites = { other: await start.other(), this: await start.this() };
    await wait(REST_MS);
    for (const name of NAMES) {
      memory[name].push(sites[name].memory('current'));
      starts[name].push(sites[name].startedInMs);
      await sites[name].stop();
    }
  }
  return [
    rowOf(`memory ${REST_MS / 1_000} s after the start`, memory, megabytes),
    rowOf('start', starts, milliseconds),
  ];
}

function rowOf(name: string, values: Both<number[]>, format: (value: number) => string): string[] {
  const [other, current] = [median(values.other), median(values.this)];
  return [name, format(other), format(current), ratio(other, current)];
}

async function measureTasks(sites: Both<RunningSite>): Promise<string[][]> {
  const tasks = { other: await createTasks(sites.other), this: await createTasks(sites.this) };
  const rows: string[][] = [];
  for (const [name, { prepare }] of tasks.this) {
    progress(name);
    const ms: Both<number[]> = { other: [], this: [] };
    const cpuMs: Both<number[]> = { other: [], this: [] };
    // Round 0 is the warm-up. The order alternates, so that neither is always first.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const site of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
        const task = tasks[site].get(name) as Task;
        const means = await measureRound(sites[site], task, round);
        if (round === 0) continue;
        ms[site].push(means.ms);
        cpuMs[site].push(means.cpuMs);
      }
    rows.push(rowOf(`${name}: time`, ms, milliseconds));
    if (!prepare) rows.push(rowOf(`${name}: CPU time`, cpuMs, milliseconds));
  }
  return rows;
}

const path = process.argv[2];
if (path === undefined) {
  console.error('Which checkout? npm run bench:compare -- PATH, of a checkout that is built.');
  process.exit(1);
}
ensureBuilt(console.error);
const [otherFolder, thisFolder] = [temporaryFolder(), temporaryFolder()];
const settings = { DEMO_CONTENT: 'true' };
const start = {
  other: () => startSite(otherFolder, settings, undefined, resolve(path)),
  this: () => startSite(thisFolder, settings),
};
progress('starts and memory');
const startRows = await measureStarts(start);
const sites = { other: await start.other(), this: await start.this() };
const taskRows = await measureTasks(sites);
await Promise.all([sites.other.stop(), sites.this.stop()]);
console.log(
  formatSection({
    title: `This checkout next to ${path}`,
    about: `Both with the sample posts on this machine, measured alternately. Medians of ${ROUNDS} rounds, per request; of ${STARTS} starts. A ratio above 1 means that this checkout is better; a checkout compared with itself shows the noise.`,
    columns: ['', 'other', 'this', 'other / this'],
    rows: [...taskRows, ...startRows],
  }),
);
process.exit(0);
