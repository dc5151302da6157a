import { setTimeout as wait } from 'node:timers/promises';
import { request, respondsOk } from '../../test-support/http-client.ts';
import { sender } from '../kill.ts';
import { readUploads } from '../kill-findings.ts';
import {
  countAcknowledged,
  judgeAll,
  type KillNumbers,
  noNumbers,
  type Trial,
} from '../kill-judgement.ts';
import { createWriter, type Send, type Writer } from '../kill-writers.ts';
import type { Cluster, Instance } from './cluster.ts';
import { watch } from './watch.ts';

const AWAY_MS = 700;
const ANSWER_WITHIN_MS = 60_000;
const RECOVER_WITHIN_MS = 30_000;
/** Others believe what they have looked up for half a second. */
const SEEN_BY_ALL_MS = 1_000;

export type DisturbanceFigures = {
  readonly numbers: KillNumbers;
  /** Answers of all kinds while and after the database was away, by their status. */
  readonly answers: Map<string, number>;
  readonly recoveredAfterMs: number[];
};

type Scene = {
  readonly cluster: Cluster;
  readonly trial: Trial;
  readonly headers: Record<string, string>;
  readonly figures: DisturbanceFigures;
  readonly writersOf: (instance: Instance) => readonly Writer[];
};

function add(into: Map<string, number>, from: ReadonlyMap<string, number>): void {
  for (const [name, times] of from) into.set(name, (into.get(name) ?? 0) + times);
}

/** One that is told to come again may be done or not, as one without an answer. */
function patiently({ url }: Instance, headers: Record<string, string>): Send {
  return async (...sent) => {
    const send = sender(url, headers, AbortSignal.timeout(ANSWER_WITHIN_MS));
    const answer = await send(...sent);
    if (answer.status === 503) throw new Error(answer.body);
    return answer;
  };
}

/** Everybody writes and asks while it happens, and for as long again afterwards. */
async function underLoad(
  { cluster, headers, figures, writersOf }: Scene,
  happens: () => Promise<void>,
  { ms, watched, mayBeAway }: { ms: number; watched: readonly Instance[]; mayBeAway: boolean },
): Promise<void> {
  const over = new AbortController();
  const writing = cluster.instances.flatMap((instance) =>
    writersOf(instance).map((writer) =>
      writer.writeUntil(patiently(instance, headers), over.signal),
    ),
  );
  const watches = watched.map((instance) => watch(instance, headers, mayBeAway));
  await wait(ms);
  await happens();
  await wait(ms);
  over.abort();
  await Promise.all(writing);
  for (const each of watches) {
    const { answers, mistakes } = await each.end();
    add(figures.answers, answers);
    figures.numbers.mistakes.push(...mistakes);
  }
}

async function judge({ cluster, trial, headers, figures }: Scene): Promise<void> {
  const { instances } = cluster;
  for (const { name, isAlive } of instances)
    if (!isAlive()) figures.numbers.mistakes.push(`${name} has ended`);
  await wait(SEEN_BY_ALL_MS);
  await judgeAll(trial, instances[0].url, headers);
  const lists = await Promise.all(
    instances.map(({ url }) => request(`${url}/api/posts?view=summary`)),
  );
  if (new Set(lists.map(({ body }) => body.toString())).size !== 1)
    figures.numbers.mistakes.push('they do not have the same list');
  countAcknowledged(figures.numbers, trial.writers);
}

async function killOne(scene: Scene, ms: number): Promise<void> {
  const [a, b, c] = scene.cluster.instances;
  await underLoad(scene, b.kill, { ms, watched: [a, c], mayBeAway: false });
  for (const { name, unanswered } of [a, c].flatMap((each) =>
    scene.writersOf(each).map((writer) => ({ name: each.name, unanswered: writer.unanswered })),
  ))
    if (unanswered) scene.figures.numbers.mistakes.push(`${name} has left a write unanswered`);
  await b.start();
  await judge(scene);
}

async function recovered({ cluster, figures }: Scene): Promise<void> {
  const begin = performance.now();
  await Promise.all(
    cluster.instances.map(async ({ name, url }) => {
      while (!(await respondsOk(`${url}/readyz`))) {
        if (performance.now() - begin > RECOVER_WITHIN_MS) {
          figures.numbers.mistakes.push(`${name} does not recover`);
          return;
        }
        await wait(10);
      }
      figures.recoveredAfterMs.push(performance.now() - begin);
    }),
  );
}

async function restartDatabase(scene: Scene, signal: 'SIGINT' | 'SIGQUIT', ms: number) {
  const { postgres, instances } = scene.cluster;
  const restart = async () => {
    await postgres.end(signal);
    await wait(AWAY_MS);
    await postgres.start();
    await recovered(scene);
  };
  await underLoad(scene, restart, { ms, watched: instances, mayBeAway: true });
  await judge(scene);
}

/** While nobody writes, what is kept is what is true: it is sent, whether the database is there or not. */
async function keptWhileAway({ cluster, figures }: Scene): Promise<void> {
  const { postgres, instances } = cluster;
  const { mistakes } = figures.numbers;
  const expect = async (path: string, status: number) => {
    for (const { name, url } of instances) {
      const answer = await request(url + path);
      if (answer.status !== status)
        mistakes.push(`${name} answers ${answer.status} at ${path}, without a database`);
    }
  };
  await expect('/', 200);
  await expect('/api/posts?view=summary', 200);
  await postgres.end('SIGINT');
  for (let turn = 0; turn < 4; turn += 1) {
    await expect('/', 200);
    await expect('/api/posts?view=summary', 200);
    await expect('/healthz', 200);
    await expect('/readyz', 503);
    await expect(`/blog?q=never-asked-${turn}`, 503);
    await wait(AWAY_MS / 2);
  }
  await postgres.start();
}

export type DisturbanceLengths = {
  readonly seed: number;
  readonly writersEach: number;
  readonly rounds: number;
  /** How long everybody writes before it happens, and after. */
  readonly ms: number;
};

/** One instance is killed, the database restarts, the database crashes; as often as there are rounds. */
export async function tryDisturbances(
  cluster: Cluster,
  headers: Record<string, string>,
  { seed, writersEach, rounds, ms }: DisturbanceLengths,
): Promise<DisturbanceFigures> {
  const { instances, place } = cluster;
  const numbers = noNumbers();
  const figures: DisturbanceFigures = { numbers, answers: new Map(), recoveredAfterMs: [] };
  const writers = instances.flatMap((_, at) =>
    Array.from({ length: writersEach }, (_, n) => createWriter(at * writersEach + n, seed)),
  );
  const strays = new Set(readUploads(place.dataDir).keys());
  const scene: Scene = {
    cluster,
    headers,
    figures,
    trial: { numbers, writers, place, strays },
    writersOf: (instance) => {
      const at = instances.indexOf(instance) * writersEach;
      return writers.slice(at, at + writersEach);
    },
  };
  for (let round = 0; round < rounds; round += 1) {
    await killOne(scene, ms);
    await restartDatabase(scene, 'SIGINT', ms);
    await restartDatabase(scene, 'SIGQUIT', ms);
  }
  await keptWhileAway(scene);
  await recovered(scene);
  // Everything once more: what was whole after one of them must have outlived all the others.
  for (const { touched, posts } of writers) for (const id of posts.keys()) touched.add(id);
  await judge(scene);
  return figures;
}
