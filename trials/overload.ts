import { setTimeout as wait } from 'node:timers/promises';
import { sessionHeaders } from '../test-support/administrator.ts';
import { hasExited, temporaryFolder } from '../test-support/cleanup.ts';
import {
  count,
  goal,
  megabytes,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { percentile } from '../test-support/statistics.ts';
import { createClient, openSlowClients, type RequestResult } from './clients.ts';

type OverloadLengths = { readonly seconds: number; readonly slowClients: number };

const OVERLOAD_FACTOR = 4;
const CLOSED_LOOP = 8;
const TICK_MS = 10;

/** All different, so that none is cached. */
function searches(): () => string {
  let n = 0;
  return () => {
    n += 1;
    return `/blog?q=word${n.toString(36)}`;
  };
}

function summarize(answers: readonly RequestResult[]) {
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

type Flood = ReturnType<typeof summarize>;

type Send = (path: string) => Promise<RequestResult>;

/** Every other request has an invalid token. */
function withInvalidTokens(send: ReturnType<typeof createClient>['send']): Send {
  let n = 0;
  return (path) => {
    n += 1;
    return send(path, n % 2 === 0 ? { authorization: `Bearer made-up-${n}` } : {});
  };
}

/** Each client sends its next request after the response. */
async function runClosedLoop(send: Send, path: () => string, clients: number, seconds: number) {
  const answers: RequestResult[] = [];
  const end = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < end) answers.push(await send(path()));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

/** At a constant rate, whether or not earlier requests have a response. */
async function runOpenLoop(send: Send, path: () => string, perSecond: number, seconds: number) {
  const requests: Promise<RequestResult>[] = [];
  const begin = performance.now();
  for (;;) {
    const elapsed = (performance.now() - begin) / 1_000;
    while (requests.length < Math.min(elapsed, seconds) * perSecond) requests.push(send(path()));
    if (elapsed >= seconds) return Promise.all(requests);
    await wait(TICK_MS);
  }
}

async function flood(site: RunningSite, seconds: number) {
  const { send, stop } = createClient(site.url);
  const search = searches();
  await runClosedLoop(send, search, CLOSED_LOOP, seconds / 4);
  const capacity =
    (await runClosedLoop(send, search, CLOSED_LOOP, seconds / 2)).length / (seconds / 2);
  // Fills the cache.
  for (let n = 0; n < 3; n += 1) await send('/');
  const headers = await sessionHeaders(site.url);
  const asOwner: Send = (path) => send(path, headers);
  const before = site.memory('current');
  const [offered, cached, health, owner] = await Promise.all([
    runOpenLoop(withInvalidTokens(send), search, capacity * OVERLOAD_FACTOR, seconds),
    runOpenLoop(send, () => '/', 20, seconds),
    runOpenLoop(send, () => '/healthz', 5, seconds),
    runOpenLoop(asOwner, () => '/api/admin/posts?view=summary', 5, seconds),
  ]);
  const most = site.memory('peak');
  await wait(1_000);
  const after = await runClosedLoop(send, search, 1, seconds / 4);
  const memory = { before, most, after: site.memory('current') };
  stop();
  return {
    capacity,
    memory,
    flood: summarize(offered),
    /** Requests for a cached page, the health check and the owner's list of posts meanwhile. */
    cached: summarize(cached),
    health: summarize(health),
    owner: summarize(owner),
    /** Searches, one after the other, a second later. */
    after: summarize(after),
  };
}

export async function tryOverload({ seconds, slowClients }: OverloadLengths) {
  const site = await startSite(temporaryFolder());
  try {
    const flooded = await flood(site, seconds);
    // Half of them never finish their request, half never read the response.
    const slow = await openSlowClients(
      site.port,
      slowClients,
      (n) =>
        n % 2 === 0
          ? 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '
          : 'GET /blog HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20),
      (socket, n) => n % 2 === 0 && socket.writable && socket.write('x'),
    );
    const { send, stop } = createClient(site.url);
    const path = searches();
    const others = await runClosedLoop(send, () => `${path()}-`, 2, seconds / 2);
    stop();
    slow.close();
    return { ...flooded, withSlowClients: summarize(others), isAlive: !hasExited(site.child) };
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
  const { capacity, memory, flood } = figures;
  const { seconds } = FULL;
  if (flood.failures.length > 0) console.error(flood.failures.slice(0, 20));
  const p99 = percentile(flood.admitted, 99);
  return {
    title: 'Overload',
    about: `Uncached searches: ${CLOSED_LOOP} clients, each waiting for its response, get ${count(capacity)} a second; then ${OVERLOAD_FACTOR} times as many are sent for ${seconds} s without waiting for responses, from the same machine, every other one with a made-up token. Meanwhile a cached page, the health check and the administrator's list of posts are requested. A second later one client searches; then ${count(FULL.slowClients)} connections send a byte of a header every second or never read their response, while two clients search. The process ${figures.isAlive ? 'is alive' : '**is dead**'}. Memory: ${megabytes(memory.before)} before, ${megabytes(memory.most)} at most (${ratio(memory.most, memory.before)}), ${megabytes(memory.after)} after.`,
    columns: [
      ...['', 'sent a second', '200 a second', '200: p50', '200: p99'],
      ...['503', 'anything else', 'goal'],
    ],
    rows: [
      rowOf('the flood', flood, seconds, goal(p99, 'at most', 2_000, ' ms p99')),
      rowOf('a cached page, meanwhile', figures.cached, seconds),
      rowOf('health, meanwhile', figures.health, seconds),
      rowOf('the administrator, meanwhile', figures.owner, seconds),
      rowOf('a second later', figures.after, seconds / 4),
      rowOf('beside slow clients', figures.withSlowClients, seconds / 2),
    ],
  };
}
