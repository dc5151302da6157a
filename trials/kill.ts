import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sessionHeaders } from '../test-support/administrator.ts';
import { hasExited, temporaryFolder } from '../test-support/cleanup.ts';
import { count, type Section } from '../test-support/report.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { createRandom, pick } from '../test-support/texts.ts';
import { checkAll, emptyNumbers, type Trial } from './after-kill.ts';
import { createWriter, type Send } from './kill-writers.ts';

/** After the kill of a worker, the others go on for a moment before all are killed. */
const TARGETS = ['the only process', 'all processes', 'the primary', 'a worker'] as const;
type Target = (typeof TARGETS)[number];

type KillLengths = {
  readonly seed: number;
  readonly writers: number;
  readonly kills: number;
  /** Continues until at least so many writes are acknowledged. */
  readonly acknowledged: number;
  readonly killWithinMs: readonly [number, number];
};

const SETTINGS = {
  DEMO_CONTENT: 'false',
  LOG_LEVEL: 'fatal',
};

export function workersOf({ pid }: ChildProcess): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .flatMap(([child]) => child ?? []);
}

/** Waits until the workers of a killed primary have exited, too. */
export async function killAll(child: ChildProcess, pids: readonly number[]): Promise<void> {
  const closed = hasExited(child) ? undefined : once(child, 'close');
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited after its primary.
    }
  }
  await closed;
}

async function kill(target: Target, { child }: RunningSite, random: () => number): Promise<void> {
  const primary = child.pid as number;
  if (target === 'the only process' || target === 'the primary') return killAll(child, [primary]);
  const workers = workersOf(child);
  if (target === 'a worker') {
    process.kill(pick(random, workers), 'SIGKILL');
    await wait(100 + random() * 400);
  }
  await killAll(child, [primary, ...workersOf(child)]);
}

export function createSender(
  site: string,
  headers: Record<string, string>,
  stop: AbortSignal,
): Send {
  return async (method, path, body, extraHeaders) => {
    // A form as bytes: fetch would go on reading its parts after an abort, and fail.
    const form = body instanceof FormData ? new Response(body) : undefined;
    const type = form?.headers.get('content-type') ?? 'application/json';
    const response = await fetch(site + path, {
      method,
      // A connection passed to a dying worker is neither answered nor closed.
      signal: stop,
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }), ...extraHeaders },
      body: (await form?.bytes()) ?? JSON.stringify(body) ?? null,
    });
    return { status: response.status, body: await response.text() };
  };
}

export function total(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, each) => sum + each, 0);
}

async function writeUntilKilled(
  { writers }: Trial,
  site: RunningSite,
  headers: Record<string, string>,
  killNow: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const send = createSender(site.url, headers, stop.signal);
  const firstResponse = Promise.withResolvers<void>();
  const sendAndTell: Send = async (...request) => {
    const response = await send(...request);
    firstResponse.resolve();
    return response;
  };
  const writing = writers.map((writer) => writer.writeUntil(sendAndTell, stop.signal));
  // On a busy machine, the first write after a start takes longer than the time until the kill.
  await Promise.race([firstResponse.promise, Promise.all(writing)]);
  await killNow();
  stop.abort();
  await Promise.all(writing);
}

/** Compares after each restart on the same data. */
export async function tryKill(lengths: KillLengths) {
  const random = createRandom(lengths.seed);
  const [soonest, latest] = lengths.killWithinMs;
  const numbers = emptyNumbers();
  const kills = new Map<Target, number>();
  const writers = Array.from({ length: lengths.writers }, (_, n) => createWriter(n, lengths.seed));
  const trial: Trial = {
    numbers,
    writers,
    location: { dataDir: temporaryFolder() },
    strays: new Set(),
  };
  const start = (target?: Target) => {
    const workers = target === undefined || target === 'the only process' ? '1' : '2';
    return startSite(trial.location.dataDir, { ...SETTINGS, WORKERS: workers });
  };

  let headers: Record<string, string> | undefined;
  for (
    let round = 0;
    round < lengths.kills || total(numbers.acknowledged) < lengths.acknowledged;
    round += 1
  ) {
    // One process is the default, so half of the kills meet it.
    const target = round % 2 === 0 ? TARGETS[0] : (TARGETS[1 + ((round >> 1) % 3)] as Target);
    const site = await start(target);
    headers ??= await sessionHeaders(site.url);
    if (round > 0) await checkAll(trial, site.url, headers);
    await writeUntilKilled(trial, site, headers, async () => {
      await wait(soonest + random() * (latest - soonest));
      await kill(target, site, random);
    });
    kills.set(target, (kills.get(target) ?? 0) + 1);
  }

  const last = await start();
  // All posts again: they must have survived the later kills, too.
  for (const { touched, posts } of writers) for (const id of posts.keys()) touched.add(id);
  await checkAll(trial, last.url, headers ?? {});
  await last.stop();
  return { ...numbers, kills };
}

const FULL: KillLengths = {
  seed: 7,
  writers: 8,
  kills: 36,
  acknowledged: 3_000,
  killWithinMs: [100, 1_500],
};

export async function killTrial(): Promise<Section> {
  const numbers = await tryKill(FULL);
  const { kills, acknowledged, unanswered, lost, lostCopies, corruptUploads, problems } = numbers;
  for (const problem of problems) console.error(`  ${problem}`);
  const by = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, times]) => `${name} ${count(times)}`).join(', ');
  return {
    title: 'Killed at random moments',
    about: `${FULL.writers} writers create, change, publish, delete, restore, upload and save working copies at full speed, of their posts and of posts that do not exist yet; SIGKILL ${FULL.killWithinMs.join(' to ')} ms after the first response, then a start on the same data. Every post written since the last kill is compared with the last response about it, in all fields, its history, the API, its page, its topics and the search; at the end, all posts are. Every working copy is compared with the last response about it, in its version and form, after every kill; saving a post from it deletes it or neither happens. The database is checked each time as \`npm run doctor\` does. A write without a response may be there completely or not at all.`,
    columns: ['', '', 'of which'],
    rows: [
      ['kills', count(total(kills)), by(kills)],
      ['acknowledged writes', count(total(acknowledged)), by(acknowledged)],
      ['acknowledged and lost', `**${count(lost)}**`, `working copies **${count(lostCopies)}**`],
      [
        'writes without a response',
        count(unanswered.complete + unanswered.absent + unanswered.partial),
        `complete ${count(unanswered.complete)}, absent ${count(unanswered.absent)}, partial **${count(unanswered.partial)}**`,
      ],
      ['corrupt uploads', count(corruptUploads), ''],
      ['other errors found', count(problems.length), ''],
    ],
  };
}
