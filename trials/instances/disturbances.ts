import { setTimeout as wait } from 'node:timers/promises';
import { request, respondsOk } from '../../test-support/http-client.ts';
import { checkAll, emptyNumbers, type KillNumbers, type Trial } from '../after-kill.ts';
import { createSender } from '../kill.ts';
import { createWriter, type Send, type Writer } from '../kill-writers.ts';
import { readUploads } from '../stored-state.ts';
import type { Cluster, Instance } from './cluster.ts';
import { watch } from './watch.ts';

const DATABASE_DOWN_MS = 700;
const RESPONSE_TIMEOUT_MS = 60_000;
const RECOVERY_TIMEOUT_MS = 30_000;
/** Instances cache the revision for half a second. */
const PROPAGATION_MS = 1_000;

type DisturbanceFigures = {
  readonly numbers: KillNumbers;
  /** Number of responses by status, during and after the outages. */
  readonly answers: Map<string, number>;
  readonly recoveredAfterMs: number[];
};

type Context = {
  readonly cluster: Cluster;
  readonly trial: Trial;
  readonly headers: Record<string, string>;
  readonly figures: DisturbanceFigures;
  readonly writersOf: (instance: Instance) => readonly Writer[];
};

/** A write with 503 may be done or not, like one without a response. */
function sendOrThrow({ url }: Instance, headers: Record<string, string>): Send {
  return async (...request) => {
    const send = createSender(url, headers, AbortSignal.timeout(RESPONSE_TIMEOUT_MS));
    const response = await send(...request);
    if (response.status === 503) throw new Error(response.body);
    return response;
  };
}

async function underLoad(
  { cluster, headers, figures, writersOf }: Context,
  disturb: () => Promise<void>,
  { ms, watched, mayBeDown }: { ms: number; watched: readonly Instance[]; mayBeDown: boolean },
): Promise<void> {
  const stop = new AbortController();
  const writing = cluster.instances.flatMap((instance) =>
    writersOf(instance).map((writer) =>
      writer.writeUntil(sendOrThrow(instance, headers), stop.signal),
    ),
  );
  const { answers, numbers } = figures;
  const results = { answers, problems: numbers.problems };
  const watches = watched.map((instance) => watch(instance, headers, mayBeDown, results));
  await wait(ms);
  await disturb();
  await wait(ms);
  stop.abort();
  await Promise.all(writing);
  await Promise.all(watches.map((end) => end()));
}

async function judge({ cluster, trial, headers, figures }: Context): Promise<void> {
  const { instances } = cluster;
  for (const { name, isAlive } of instances)
    if (!isAlive()) figures.numbers.problems.push(`${name} has ended`);
  await wait(PROPAGATION_MS);
  await checkAll(trial, instances[0].url, headers);
  const lists = await Promise.all(
    instances.map(({ url }) => request(`${url}/api/posts?view=summary`)),
  );
  if (new Set(lists.map(({ body }) => body.toString())).size !== 1)
    figures.numbers.problems.push('they do not have the same list');
}

async function killInstance(context: Context, ms: number): Promise<void> {
  const [a, b, c] = context.cluster.instances;
  await underLoad(context, b.kill, { ms, watched: [a, c], mayBeDown: false });
  for (const instance of [a, c])
    if (context.writersOf(instance).some(({ unanswered }) => unanswered))
      context.figures.numbers.problems.push(`${instance.name} left a write unanswered`);
  await b.start();
  await judge(context);
}

async function waitForRecovery({ cluster, figures }: Context): Promise<void> {
  const begin = performance.now();
  await Promise.all(
    cluster.instances.map(async ({ name, url }) => {
      while (!(await respondsOk(`${url}/readyz`))) {
        if (performance.now() - begin > RECOVERY_TIMEOUT_MS) {
          figures.numbers.problems.push(`${name} does not recover`);
          return;
        }
        await wait(10);
      }
      figures.recoveredAfterMs.push(performance.now() - begin);
    }),
  );
}

async function restartDatabase(context: Context, signal: 'SIGINT' | 'SIGQUIT', ms: number) {
  const { postgres, instances } = context.cluster;
  const restart = async () => {
    await postgres.end(signal);
    await wait(DATABASE_DOWN_MS);
    await postgres.start();
    await waitForRecovery(context);
  };
  await underLoad(context, restart, { ms, watched: instances, mayBeDown: true });
  await judge(context);
}

/** Without writes, cached responses stay valid while the database is down. */
async function checkCacheWithoutDatabase({ cluster, figures }: Context): Promise<void> {
  const { postgres, instances } = cluster;
  const { problems } = figures.numbers;
  const expectStatus = async (path: string, status: number) => {
    for (const { name, url } of instances) {
      const response = await request(url + path);
      if (response.status !== status)
        problems.push(`${name} answers ${response.status} at ${path}, without a database`);
    }
  };
  await expectStatus('/', 200);
  await expectStatus('/api/posts?view=summary', 200);
  await postgres.end('SIGINT');
  for (let turn = 0; turn < 4; turn += 1) {
    await expectStatus('/', 200);
    await expectStatus('/api/posts?view=summary', 200);
    await expectStatus('/healthz', 200);
    await expectStatus('/readyz', 503);
    await expectStatus(`/blog?q=never-asked-${turn}`, 503);
    await wait(DATABASE_DOWN_MS / 2);
  }
  await postgres.start();
}

export type DisturbanceLengths = {
  readonly seed: number;
  readonly writersEach: number;
  readonly rounds: number;
  /** Time of writing before and after each disturbance. */
  readonly ms: number;
};

export async function tryDisturbances(
  cluster: Cluster,
  headers: Record<string, string>,
  { seed, writersEach, rounds, ms }: DisturbanceLengths,
): Promise<DisturbanceFigures> {
  const { instances, location } = cluster;
  const numbers = emptyNumbers();
  const figures: DisturbanceFigures = { numbers, answers: new Map(), recoveredAfterMs: [] };
  const writers = instances.flatMap((_, at) =>
    Array.from({ length: writersEach }, (_, n) => createWriter(at * writersEach + n, seed)),
  );
  const strays = new Set(readUploads(location.dataDir).keys());
  const context: Context = {
    cluster,
    headers,
    figures,
    trial: { numbers, writers, location, strays },
    writersOf: (instance) => {
      const at = instances.indexOf(instance) * writersEach;
      return writers.slice(at, at + writersEach);
    },
  };
  for (let round = 0; round < rounds; round += 1) {
    await killInstance(context, ms);
    await restartDatabase(context, 'SIGINT', ms);
    await restartDatabase(context, 'SIGQUIT', ms);
  }
  await checkCacheWithoutDatabase(context);
  await waitForRecovery(context);
  // All posts again: they must have survived the later disturbances, too.
  for (const { touched, posts } of writers) for (const id of posts.keys()) touched.add(id);
  await judge(context);
  return figures;
}
