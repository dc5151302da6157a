import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sessionHeaders } from '../test-support/administrator.ts';
import { hasExited, startChild, temporaryFolder } from '../test-support/cleanup.ts';
import { cleanEnvironment } from '../test-support/environment.ts';
import { HOSTILE_IMPORTS } from '../test-support/hostile-imports.ts';
import {
  count,
  goal,
  megabytes,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import {
  CHECKOUT,
  type RunningSite,
  readMemory,
  scriptFlags,
  startSite,
} from '../test-support/site.ts';
import { percentile } from '../test-support/statistics.ts';
import { makeZip } from '../test-support/zips.ts';

type Lengths = {
  /** So many that pauses of the garbage collector are among them. */
  readonly answersAtRest: number;
  readonly hostileFiles: number;
  /** Of a hostile file, in characters. */
  readonly hostile: number;
  readonly subscribers: number;
  /** To addresses that do not exist. */
  readonly redirects: number;
  readonly badLines: number;
  readonly entries: number;
  readonly signs: number;
  /** What takes longer is stopped. */
  readonly maxSeconds: number;
};

type Answer = { readonly status: number; readonly ms: number };

export type LongListResult = {
  readonly name: string;
  readonly outcome: string;
  readonly seconds: number;
  /** Of the command, or of the server where there is none, in MB. */
  readonly memory: number;
  /** Times of a cached page meanwhile, in milliseconds. */
  readonly times: readonly number[];
  readonly failures: number;
};

const SAMPLE_MS = 100;
/** With the priority of a command. */
const COMPUTE = `
  import { lowerPriority } from '@longhand/api/child-process';
  lowerPriority();
  const end = Date.now() + 15_000;
  while (Date.now() < end);
`;
const READER = fileURLToPath(new URL('reader-process.ts', import.meta.url));

function startReader(url: string) {
  let answers: Answer[] = [];
  const reader = fork(READER, [url], { execArgv: [] });
  reader.on('message', (answer: Answer) => answers.push(answer));
  return {
    take(): Answer[] {
      const taken = answers;
      answers = [];
      return taken;
    },
    async untilAnswered(times: number) {
      while (answers.length < times) await wait(SAMPLE_MS);
    },
    async stop() {
      if (hasExited(reader)) return;
      const exited = once(reader, 'exit');
      reader.kill('SIGKILL');
      await exited;
    },
  };
}

type Reader = ReturnType<typeof startReader>;

type Work = (signal: AbortSignal, started: (child: ChildProcess) => void) => Promise<string>;

async function watch(
  name: string,
  { site, reader, maxSeconds }: { site: RunningSite; reader: Reader; maxSeconds: number },
  work: Work,
): Promise<LongListResult> {
  reader.take();
  const begin = performance.now();
  const signal = AbortSignal.timeout(maxSeconds * 1_000);
  let child: ChildProcess | undefined;
  let memory = 0;
  const sampling = setInterval(() => {
    const { pid } = child ?? site.child;
    memory = Math.max(memory, readMemory(pid, 'VmRSS') || 0);
  }, SAMPLE_MS);
  const outcome = await work(signal, (started) => {
    child = started;
  }).catch((error) => {
    if (!signal.aborted) throw error;
    return `stopped after ${maxSeconds} s`;
  });
  clearInterval(sampling);
  const answers = reader.take();
  return {
    ...{ name, outcome, memory, seconds: (performance.now() - begin) / 1_000 },
    times: answers.map(({ ms }) => ms),
    failures: answers.filter(({ status }) => status !== 200).length,
  };
}

function sendTo(site: RunningSite, headers: Record<string, string>) {
  return async (path: string, type: string, body: string, signal: AbortSignal, method = 'POST') => {
    const url = `${site.url}/api/admin/${path}`;
    const sent = { method, headers: { ...headers, 'content-type': type }, body, signal };
    const response = await fetch(url, sent);
    const text = await response.text();
    return `${response.status}, ${count(text.length)} bytes`;
  };
}

/** A command of the owner, beside the server. */
async function runCommand(
  name: 'import' | 'export',
  args: readonly string[],
  folder: string,
  signal: AbortSignal,
  started: (child: ChildProcess) => void,
): Promise<string> {
  const program = join(CHECKOUT, 'cli/run.js');
  const child = startChild(process.execPath, [...scriptFlags(name), program, name, ...args], {
    cwd: folder,
    env: cleanEnvironment({ DATA_DIR: folder }),
  });
  started(child);
  signal.addEventListener('abort', () => child.kill('SIGKILL'));
  await once(child, 'exit');
  signal.throwIfAborted();
  return child.exitCode === 0 ? 'done' : `exit code ${child.exitCode}`;
}

async function writeArchive(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  const [single] = Object.keys(files);
  if (single === 'export.xml') {
    writeFileSync(join(folder, single), files[single] ?? '');
    return join(folder, single);
  }
  const file = join(folder, 'export.zip');
  writeFileSync(file, await makeZip(files));
  return file;
}

/** What a busy machine costs readers, whatever a command does: three processes share two cores. */
const compute: Work = async (_signal, started) => {
  const child = startChild(process.execPath, ['--input-type=module', '--eval', COMPUTE], {
    cwd: CHECKOUT,
  });
  started(child);
  await once(child, 'exit');
  return 'done';
};

const linesOf = (length: number, line: (n: number) => string) =>
  Array.from({ length }, (_, n) => `${line(n)}\n`).join('');

/** Counted by characters in Japanese, by words in other languages. */
const SENTENCE = '私は本を読むのが好きです。';

function markdownFiles(length: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length }, (_, n) => [
      `_posts/2020-01-02-post-${n}.md`,
      `---\ntitle: Post ${n}\n---\nText ${n}. ${SENTENCE.repeat(n % 50)}\n`,
    ]),
  );
}

/** Until the job that follows a change of the language has ended. */
async function recounted(folder: string, signal: AbortSignal): Promise<void> {
  const db = new DatabaseSync(join(folder, 'longhand.sqlite'), { readOnly: true });
  const due = db.prepare("SELECT 1 FROM settings WHERE name = 'reading_minutes_recount'");
  try {
    while (due.get() !== undefined) await wait(SAMPLE_MS, undefined, { signal });
  } finally {
    db.close();
  }
}

/** All that readers and their programs ask of a new post. */
async function readEverywhere(site: string, query: string, signal?: AbortSignal): Promise<void> {
  const search = `/blog?q=${encodeURIComponent(query)}`;
  for (const path of ['/blog/signs', '/feed.xml', '/atom.xml', '/feed.json', search])
    await (await fetch(site + path, { signal: signal ?? null })).arrayBuffer();
}

const CSV = 'text/csv';
const JSON_TYPE = 'application/json';

/** Each with what sends it: the hostile files, then long lists, a hostile post and another language. */
async function worksOf(
  site: RunningSite,
  folder: string,
  lengths: Lengths,
): Promise<[string, Work][]> {
  const send = sendTo(site, await sessionHeaders(site.url));
  const post = { title: 'Signs', excerpt: 'x', tags: [], published: true };
  const bring = (files: Readonly<Record<string, string>>): Work => {
    const written = writeArchive(files);
    return async (signal, started) =>
      runCommand('import', [await written], folder, signal, started);
  };
  const exportStatically: Work = (signal, started) =>
    runCommand('export', [join(temporaryFolder(), 'copy'), '--static'], folder, signal, started);
  const hostile = Object.entries(HOSTILE_IMPORTS)
    .slice(0, lengths.hostileFiles)
    .map(([name, files]): [string, Work] => [`import: ${name}`, bring(files(lengths.hostile))]);
  return [
    ['a process that only computes', compute],
    ...hostile,
    [
      `${count(lengths.subscribers)} subscribers by CSV`,
      (signal) =>
        send(
          'subscribers.csv?agreed=true',
          CSV,
          `email\n${linesOf(lengths.subscribers, (n) => `reader-${n}@example.com`)}`,
          signal,
        ),
    ],
    [
      `${count(lengths.redirects)} redirects by CSV`,
      (signal) =>
        send(
          'redirects.csv',
          CSV,
          `from,to\n${linesOf(lengths.redirects, (n) => `/old/${n},/new/${n}`)}`,
          signal,
        ),
    ],
    [
      `${count(lengths.badLines)} lines that are no redirects`,
      (signal) => send('redirects.csv', CSV, `from,to\n${'x\n'.repeat(lengths.badLines)}`, signal),
    ],
    [`static site with ${count(lengths.redirects)} redirects that lead nowhere`, exportStatically],
    [
      `import: a zip of ${count(lengths.entries)} Markdown files`,
      bring(markdownFiles(lengths.entries)),
    ],
    ['static site of what was imported', exportStatically],
    [
      `a post of ${count(lengths.signs)} <, published and read`,
      async (signal) => {
        const body = JSON.stringify({ ...post, content: '<'.repeat(lengths.signs) });
        const outcome = await send('posts', JSON_TYPE, body, signal);
        await readEverywhere(site.url, '<'.repeat(80), signal);
        return outcome;
      },
    ],
    [
      'another language of the site, with its job',
      async (signal) => {
        const body = JSON.stringify({ language: 'ja' });
        const outcome = await send('settings', JSON_TYPE, body, signal, 'PUT');
        await recounted(folder, signal);
        return outcome;
      },
    ],
  ];
}

export async function tryLongLists(lengths: Lengths) {
  const folder = temporaryFolder();
  const site = await startSite(folder, { DEMO_CONTENT: 'false' });
  const reader = startReader(`${site.url}/blog`);
  try {
    const works = await worksOf(site, folder, lengths);
    // A process loads the code of feeds once, at the first request for one.
    await readEverywhere(site.url, 'signs');
    reader.take();
    await reader.untilAnswered(1);
    const parts = { site, reader, maxSeconds: lengths.maxSeconds };
    const rest = await watch('at rest', parts, async () => {
      await reader.untilAnswered(lengths.answersAtRest);
      return '';
    });
    const results: LongListResult[] = [];
    for (const [name, work] of works) results.push(await watch(name, parts, work));
    return { rest, results, isAlive: !hasExited(site.child) };
  } finally {
    await reader.stop();
    await site.stop();
  }
}

const FULL: Lengths = {
  ...{
    answersAtRest: 2_000,
    hostileFiles: Object.keys(HOSTILE_IMPORTS).length,
    hostile: 200_000,
    subscribers: 100_000,
    redirects: 3_000,
    badLines: 900_000,
  },
  ...{ entries: 20_000, signs: 900_000, maxSeconds: 300 },
};

export async function longListsTrial(): Promise<Section> {
  progress('long lists and hostile files, for about a quarter of an hour');
  const { rest, results, isAlive } = await tryLongLists(FULL);
  const restP99 = percentile(rest.times, 99);
  return {
    title: 'Long lists and hostile files',
    about: `One after the other, on one blog, while another process requests a cached page all the time: ${milliseconds(restP99)} p99 at rest. Imports and static sites are commands beside the server. What takes longer than ${FULL.maxSeconds} s is stopped. Memory is the largest resident set of the command, and of the server where there is none: ${megabytes(rest.memory)} at rest; imports and exports may take 300 MB. The process ${isAlive ? 'is alive' : '**is dead**'}.`,
    columns: ['', 'outcome', 'time', 'memory', 'readers: p99', 'of that at rest', 'failed'],
    rows: results.map(({ name, outcome, seconds, memory, times, failures }) => {
      const p99 = percentile(times, 99);
      return [
        ...[name, outcome, `${seconds.toFixed(1)} s`, megabytes(memory), milliseconds(p99)],
        `${ratio(p99, restP99)}, ${goal(p99 / restP99, 'at most', 3, ' ×')}`,
        count(failures),
      ];
    }),
  };
}
