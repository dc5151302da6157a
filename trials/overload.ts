import { setTimeout as wait } from 'node:timers/promises';
import { sessionHeaders } from '../test-support/administrator.ts';
import { hasExited, temporaryFolder } from '../test-support/cleanup.ts';
import {
  count,
  goal,
  megabytes,
  milliseconds,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { progress } from '../test-support/settings.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { percentile } from '../test-support/statistics.ts';
import { type Answered, createAsker, openSlowClients } from './clients.ts';

export type OverloadLengths = {
  readonly seconds: number;
  readonly slowClients: number;
};

type Flood = {
  readonly offered: number;
  readonly admitted: readonly number[];
  readonly refused: number;
  readonly refusedWithoutRetryAfter: number;
  readonly failures: readonly string[];
};

export type OverloadFigures = {
  readonly capacity: number;
  readonly seconds: number;
  readonly flood: Flood;
  /** Of a cached page, meanwhile. */
  readonly kept: Flood;
  readonly health: Flood;
  /** The owner's list of posts, meanwhile. */
  readonly owner: Flood;
  /** Searches, one after the other, a second after the flood. */
  readonly after: Flood;
  readonly withSlowClients: Flood;
  readonly slowClients: number;
  readonly isAlive: boolean;
  readonly memory: { readonly before: number; readonly most: number; readonly after: number };
};

const TIMES_CAPACITY = 4;
const CLOSED_LOOP = 8;
const TICK_MS = 10;

/** No two of them are the same, so that none is ever kept. */
function searches(): () => string {
  let n = 0;
  return () => {
    n += 1;
    return `/blog?q=word${n.toString(36)}`;
  };
}

function sum(answers: readonly Answered[]): Flood {
  const refused = answers.filter(({ status }) => status === 503);
  return {
    offered: answers.length,
    admitted: answers.filter(({ status }) => status === 200).map(({ ms }) => ms),
    refused: refused.length,
    refusedWithoutRetryAfter: refused.filter(({ retryAfter }) => !(retryAfter > 0)).length,
    failures: answers.flatMap(({ status, failure }) =>
      status === 200 || status === 503 ? [] : [failure ?? `answered ${status}`],
    ),
  };
}

type Ask = (path: string) => Promise<Answered>;

/** Every other one shows a token that nobody was given. */
function withMadeUpTokens(ask: ReturnType<typeof createAsker>['ask']): Ask {
  let n = 0;
  return (path) => {
    n += 1;
    return ask(path, n % 2 === 0 ? { authorization: `Bearer made-up-${n}` } : {});
  };
}

/** As many as are answered when a few ask, each as soon as it is answered. */
async function askInTurn(ask: Ask, path: () => string, clients: number, seconds: number) {
  const answers: Answered[] = [];
  const end = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < end) answers.push(await ask(path()));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

/** So many a second, whether or not those before are answered. */
async function askRegardless(ask: Ask, path: () => string, perSecond: number, seconds: number) {
  const asked: Promise<Answered>[] = [];
  const begin = performance.now();
  for (;;) {
    const elapsed = (performance.now() - begin) / 1_000;
    while (asked.length < Math.min(elapsed, seconds) * perSecond) asked.push(ask(path()));
    if (elapsed >= seconds) return Promise.all(asked);
    await wait(TICK_MS);
  }
}

async function flood(site: RunningSite, seconds: number) {
  const { ask, stop } = createAsker(site.url);
  const search = searches();
  await askInTurn(ask, search, CLOSED_LOOP, seconds / 4);
  const capacity = (await askInTurn(ask, search, CLOSED_LOOP, seconds / 2)).length / (seconds / 2);
  // So that they are kept.
  for (let n = 0; n < 3; n += 1) await ask('/');
  const headers = await sessionHeaders(site.url);
  const asOwner: Ask = (path) => ask(path, headers);
  const before = site.memory('current');
  const [offered, kept, health, owner] = await Promise.all([
    askRegardless(withMadeUpTokens(ask), search, capacity * TIMES_CAPACITY, seconds),
    askRegardless(ask, () => '/', 20, seconds),
    askRegardless(ask, () => '/healthz', 5, seconds),
    askRegardless(asOwner, () => '/api/admin/posts?view=summary', 5, seconds),
  ]);
  const most = site.memory('peak');
  await wait(1_000);
  const after = await askInTurn(ask, search, 1, seconds / 4);
  const memory = { before, most, after: site.memory('current') };
  stop();
  return { capacity, memory, offered, kept, health, owner, after };
}

/** More than it can do, then clients that never come to an end. */
export async function tryOverload(lengths: OverloadLengths): Promise<OverloadFigures> {
  const { seconds, slowClients } = lengths;
  const site = await startSite(temporaryFolder());
  try {
    const { capacity, memory, ...answers } = await flood(site, seconds);
    // Half of them never finish their question, half never read the answer.
    const slow = await openSlowClients(
      site.port,
      slowClients,
      (n) =>
        n % 2 === 0
          ? 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '
          : 'GET /blog HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20),
      (socket, n) => n % 2 === 0 && socket.writable && socket.write('x'),
    );
    const { ask, stop } = createAsker(site.url);
    const path = searches();
    const others = await askInTurn(ask, () => `${path()}-`, 2, seconds / 2);
    stop();
    slow.close();
    return {
      capacity,
      seconds,
      memory,
      slowClients: slow.opened,
      flood: sum(answers.offered),
      kept: sum(answers.kept),
      health: sum(answers.health),
      owner: sum(answers.owner),
      after: sum(answers.after),
      withSlowClients: sum(others),
      isAlive: !hasExited(site.child),
    };
  } finally {
    await site.stop();
  }
}

const FULL: OverloadLengths = { seconds: 20, slowClients: 400 };

function rowOf(name: string, figures: Flood, seconds: number, note = ''): string[] {
  return [
    name,
    count(figures.offered / seconds),
    count(figures.admitted.length / seconds),
    milliseconds(percentile(figures.admitted, 50)),
    milliseconds(percentile(figures.admitted, 99)),
    count(figures.refused),
    count(figures.failures.length + figures.refusedWithoutRetryAfter),
    note,
  ];
}

export async function overloadTrial(): Promise<Section> {
  progress(`overload for ${FULL.seconds} s`);
  const figures = await tryOverload(FULL);
  const { capacity, seconds, memory, flood } = figures;
  if (flood.failures.length > 0) console.error(flood.failures.slice(0, 20));
  const p99 = percentile(flood.admitted, 99);
  return {
    title: 'Overload',
    about: `Uncached searches: ${CLOSED_LOOP} clients, each waiting for its response, get ${count(capacity)} a second; then ${TIMES_CAPACITY} times as many are sent for ${seconds} s without waiting for responses, from the same machine, every other one with a made-up token. Meanwhile a cached page, the health check and the administrator's list of posts are requested. A second later one client searches; then ${count(figures.slowClients)} connections send a byte of a header every second or never read their response, while two clients search. The process ${figures.isAlive ? 'is alive' : '**is dead**'}. Memory: ${megabytes(memory.before)} before, ${megabytes(memory.most)} at most (${ratio(memory.most, memory.before)}), ${megabytes(memory.after)} after.`,
    columns: [
      ...['', 'sent a second', '200 a second', '200: p50', '200: p99'],
      ...['503', 'anything else', 'goal'],
    ],
    rows: [
      rowOf('the flood', flood, seconds, goal(p99, 'at most', 2_000, ' ms p99')),
      rowOf('a cached page, meanwhile', figures.kept, seconds),
      rowOf('health, meanwhile', figures.health, seconds),
      rowOf('the administrator, meanwhile', figures.owner, seconds),
      rowOf('a second later', figures.after, seconds / 4),
      rowOf('beside slow clients', figures.withSlowClients, seconds / 2),
    ],
  };
}
