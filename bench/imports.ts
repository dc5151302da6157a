import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasExited, startChild, temporaryFolder } from '../test-support/cleanup.ts';
import { cleanEnvironment } from '../test-support/environment.ts';
import { request } from '../test-support/http-client.ts';
import {
  count,
  formatSection,
  goal,
  megabytes,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { readMemory, scriptFlags, startSite } from '../test-support/site.ts';
import { percentile } from '../test-support/statistics.ts';
import { writeWordpressExport } from '../test-support/wordpress-export.ts';
import { IS_QUICK } from './settings.ts';

const POSTS = IS_QUICK ? 500 : 10_000;
const REST_MS = IS_QUICK ? 3_000 : 20_000;
/** A reader now and then: a page that is rendered again counts as often as it is waited for. */
const PAUSE_MS = 10;
const PROGRAM = fileURLToPath(new URL('../cli/import.ts', import.meta.url));

/** Times of a cached page until `isOver`. */
async function readPage(url: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const begin = performance.now();
    const { status } = await request(`${url}/blog`);
    times.push(performance.now() - begin);
    if (status !== 200) throw new Error(`/blog answered ${status}`);
    await wait(PAUSE_MS);
  }
  return times;
}

function startImport(dataDir: string, file: string): ChildProcess {
  return startChild(process.execPath, [...scriptFlags('import'), PROGRAM, file], {
    cwd: dataDir,
    env: cleanEnvironment({ DATA_DIR: dataDir }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function peakMemory(child: ChildProcess): Promise<number> {
  let peak = 0;
  while (!hasExited(child)) {
    peak = Math.max(peak, readMemory(child.pid, 'VmHWM') || 0);
    await wait(100);
  }
  return peak;
}

async function timeImport(child: ChildProcess) {
  const begin = performance.now();
  const memory = peakMemory(child);
  if (!hasExited(child)) await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error('The import failed.');
  return { seconds: (performance.now() - begin) / 1_000, memory: await memory };
}

export async function measureImports(): Promise<Section> {
  const file = join(temporaryFolder(), 'export.xml');
  await writeWordpressExport(file, POSTS);
  progress(`importing ${POSTS} posts`);
  const alone = await timeImport(startImport(temporaryFolder(), file));
  const folder = temporaryFolder();
  const site = await startSite(folder);
  const restUntil = performance.now() + REST_MS;
  const atRest = await readPage(site.url, () => performance.now() > restUntil);
  progress('importing into a running blog');
  const child = startImport(folder, file);
  const running = timeImport(child);
  const meanwhile = await readPage(site.url, () => hasExited(child));
  const beside = await running;
  await site.stop();
  const [rest, busy] = [percentile(atRest, 99), percentile(meanwhile, 99)];
  const perSecond = POSTS / alone.seconds;
  return {
    title: 'Imports',
    about: `An export of WordPress with ${count(POSTS)} posts of 3 kB; a cached page of the running blog, a request every ${PAUSE_MS} ms.`,
    columns: ['', 'result', 'goal'],
    rows: [
      ['posts a second', count(perSecond), goal(perSecond, 'at least', 100)],
      ['the same beside a running blog', count(POSTS / beside.seconds), ''],
      ['memory of the import', megabytes(alone.memory), goal(alone.memory, 'at most', 300, ' MB')],
      ['p99 of a cached page at rest', milliseconds(rest), ''],
      [
        'p99 during the import',
        milliseconds(busy),
        `${ratio(busy, rest)}, ${goal(busy / rest, 'at most', 3, ' ×')}`,
      ],
    ],
  };
}

if (import.meta.main) console.log(formatSection(await measureImports()));
