import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { buildApi } from '@longhand/api/app';
import { readConfig } from '@longhand/api/config';
import { openDatabase } from '@longhand/api/database';
import { prepareStart } from '@longhand/api/start';
import { sql } from 'kysely';
import pino from 'pino';

const POSTS = 10_000;
const SAMPLES = 200;
const PASSWORD = 'a password for the bench';
const PORT = 3197;
const folder = mkdtempSync(join(tmpdir(), 'longhand-bench-'));
const settings = {
  DATA_DIR: folder,
  ADMIN_PASSWORD: PASSWORD,
  DEMO_CONTENT: 'false',
  PORT: String(PORT),
};

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function sample(task: (n: number) => unknown, count = SAMPLES): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    await task(n);
    times.push(performance.now() - start);
  }
  return median(times);
}

const paragraph = `<p>${'A sentence of <strong>ordinary</strong> length, about nothing much. '.repeat(8)}</p>`;
const postBody = (n: number) => ({
  title: `Post number ${n} of the bench`,
  excerpt: 'An excerpt',
  content: paragraph.repeat(8),
  tags: [`Topic ${n % 40}`, 'Bench'],
  published: n % 10 !== 0,
});

/** What any durable write on this disk costs at least. */
function syncedWrite(): void {
  const file = openSync(join(folder, 'synced-write'), 'w');
  writeSync(file, Buffer.alloc(8192));
  fsyncSync(file);
  closeSync(file);
}

async function measureRequests() {
  const config = readConfig(settings);
  const db = await openDatabase(folder);
  await prepareStart(config, db);
  const app = await buildApi({ config, db, logger: pino({ level: 'silent' }) });
  const login = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'admin', password: PASSWORD },
  });
  const headers = { authorization: `Bearer ${login.json().access_token}` };
  const create = async (n: number) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/admin/posts',
      headers,
      payload: postBody(n),
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
  };
  await sample(create, 50);
  const empty = await sample(create);
  await sql`pragma synchronous = off`.execute(db);
  for (let n = 0; n < POSTS; n += 1) {
    await create(n);
    if (n % 2_000 === 1_999) process.stderr.write(`  ${n + 1} posts written\n`);
  }
  await sql`pragma synchronous = full`.execute(db);
  const full = await sample(create);
  const sameTitle = await sample(() => create(7), 20);
  const slug = await sample(() => app.inject('/api/posts/post-number-5-of-the-bench'));
  const tags = await sample(() => app.inject('/api/tags'), 20);
  const list = await sample(() => app.inject('/api/posts'), 5);
  await app.close();
  return { empty, full, sameTitle, slug, tags, list, synced: await sample(syncedWrite) };
}

async function startOnce(): Promise<{ milliseconds: number; megabytes: number }> {
  const begin = performance.now();
  const script = fileURLToPath(new URL('../server/start.js', import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  });
  const answers = () =>
    fetch(`http://127.0.0.1:${PORT}/api/tags`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 5));
  const milliseconds = performance.now() - begin;
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { milliseconds, megabytes };
}

async function bareNode(): Promise<number> {
  const begin = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - begin;
}

try {
  const { empty, full, sameTitle, slug, tags, list, synced } = await measureRequests();
  await startOnce();
  const starts = [await startOnce(), await startOnce(), await startOnce()];
  const start = median(starts.map((each) => each.milliseconds));
  const memory = median(starts.map((each) => each.megabytes));
  const node = median([await bareNode(), await bareNode(), await bareNode()]);
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  console.log(`
With ${POSTS} posts in the database, medians:

  create a post                       ${ms(full)}   ${(full / empty).toFixed(2)} × with none, ${(full / synced).toFixed(2)} × one synced 8 KB write (${ms(synced)})
  create another with the same title  ${ms(sameTitle)}
  read one post                       ${ms(slug)}
  list the tags                       ${ms(tags)}
  list all posts, uncached            ${ms(list)}

  start to the first 200              ${start.toFixed(0)} ms   ${(start / node).toFixed(1)} × starting Node and nothing else (${node.toFixed(0)} ms)
  memory at rest                      ${memory.toFixed(0)} MB
`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
