import { setTimeout as wait } from 'node:timers/promises';
import type { Post, PostInput } from '@longhand/contract/posts/posts';
import { sessionHeaders } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { formatSection, megabytes, milliseconds, progress, ratio } from '../test-support/report.ts';
import type { RunningSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { writePost } from '../test-support/texts.ts';
import { alternate } from './alternate.ts';
import { type Both, CHECKOUTS, otherCheckout, startBoth } from './checkouts.ts';
import { SETTINGS } from './settings.ts';

const ROUNDS = SETTINGS.comparisons;
const STARTS = 3;
const REST_MS = 5_000;
const SIZES = { '8 KB': 8_000, '250 KB': 250_000 } as const;

type Task = {
  readonly run: (n: number) => Promise<unknown>;
  /** Not measured. Before each run, so the CPU time of `run` alone cannot be measured. */
  readonly prepare?: (n: number) => Promise<unknown>;
  /** Runs per round: enough for CPU time, which is counted in steps of 10 ms. */
  readonly times: number;
};

async function createTasks({ url }: RunningSite): Promise<Readonly<Record<string, Task>>> {
  const headers = await sessionHeaders(url);
  const send = (method: string, path: string, body: unknown, status = 200) =>
    requestOk(`${url}/api/admin${path}`, { method, headers, body }, status);
  const get = (path: string) => requestOk(url + path, { headers: { 'accept-encoding': 'gzip' } });
  const tasks: Record<string, Task> = {
    'cached page': { run: () => get('/blog'), times: 4_000 },
    'uncached page (search)': { run: (n) => get(`/blog?q=word${n}`), times: 80 },
  };
  for (const [size, letters] of Object.entries(SIZES)) {
    const title = `A post of ${size}`;
    const input: PostInput = { ...writePost(1, letters), title, published: true };
    const created = await send('POST', '/posts', input, 201);
    const { id, slug }: Post = JSON.parse(created.body.toString());
    const content = (n: number) => `<p>Edition ${n}</p>\n${input.content}`;
    const save = (n: number) =>
      send('PUT', `/posts/${id}`, { ...input, slug, content: content(n) });
    const preview = (n: number) => send('POST', '/preview', { content: content(n) });
    const times = letters > 100_000 ? 5 : 30;
    tasks[`save of ${size}`] = { run: save, times };
    tasks[`preview of ${size}`] = { run: preview, times };
    tasks[`post page of ${size} after a save`] = {
      prepare: (n) => save(-n),
      run: () => get(`/blog/${slug}`),
      times,
    };
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

function rowOf(name: string, values: Both<number[]>, format: (value: number) => string): string[] {
  const [other, current] = [median(values.other), median(values.this)];
  return [name, format(other), format(current), ratio(other, current)];
}

/** Both at rest at the same time, several times: memory and start differ from start to start. */
async function measureStarts(start: () => Promise<Both<RunningSite>>): Promise<string[][]> {
  const memory: Both<number[]> = { other: [], this: [] };
  const starts: Both<number[]> = { other: [], this: [] };
  for (let n = 0; n < STARTS; n += 1) {
    const sites = await start();
    await wait(REST_MS);
    for (const name of CHECKOUTS) {
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

async function measureTasks(sites: Both<RunningSite>): Promise<string[][]> {
  const tasks = { other: await createTasks(sites.other), this: await createTasks(sites.this) };
  const rows: string[][] = [];
  for (const [name, { prepare }] of Object.entries(tasks.this)) {
    progress(name);
    const rounds = await alternate(CHECKOUTS, ROUNDS + 1, (site, round) =>
      measureRound(sites[site], tasks[site][name] as Task, round),
    );
    // Round 0 is the warm-up.
    const values = (of: 'ms' | 'cpuMs') => ({
      other: rounds.other.slice(1).map((means) => means[of]),
      this: rounds.this.slice(1).map((means) => means[of]),
    });
    rows.push(rowOf(`${name}: time`, values('ms'), milliseconds));
    if (!prepare) rows.push(rowOf(`${name}: CPU time`, values('cpuMs'), milliseconds));
  }
  return rows;
}

const other = otherCheckout();
const folders = { other: temporaryFolder(), this: temporaryFolder() };
const start = () => startBoth(other, folders, { DEMO_CONTENT: 'true' });
progress('starts and memory');
const startRows = await measureStarts(start);
const sites = await start();
const taskRows = await measureTasks(sites);
await Promise.all([sites.other.stop(), sites.this.stop()]);
console.log(
  formatSection({
    title: `This checkout next to ${other}`,
    about: `Both with the sample posts on this machine, measured alternately. Medians of ${ROUNDS} rounds, per request; of ${STARTS} starts. A ratio above 1 means that this checkout is better; a checkout compared with itself shows the noise.`,
    columns: ['', 'other', 'this', 'other / this'],
    rows: [...taskRows, ...startRows],
  }),
);
process.exit(0);
