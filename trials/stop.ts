import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { openSession } from '../test-support/administrator.ts';
import { hasExited, temporaryFolder } from '../test-support/cleanup.ts';
import { count, goal, milliseconds, progress, type Section } from '../test-support/report.ts';
import { startSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { type Outcome, sendOnce } from './clients.ts';

type StopLengths = { readonly rounds: number; readonly workers: number };

const KEEP_ALIVE_CLIENTS = 20;
const NEW_CONNECTION_CLIENTS = 4;
const WRITING_CLIENTS = 2;
const BEFORE_MS = 400;

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const getAndClose = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

function create(token: string, title: string): string {
  const body = JSON.stringify({ title, content: '<p>x</p>', excerpt: 'x', published: false });
  return `POST /api/admin/posts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

type Client = { readonly request: (n: number) => string; readonly isKeepAlive: boolean };

function clientsOf(token: string): Client[] {
  const paths = ['/', '/blog', '/api/posts?limit=3', '/blog?q=the', '/nothing'];
  const path = (n: number) => paths[n % paths.length] ?? '/';
  return [
    ...Array.from({ length: KEEP_ALIVE_CLIENTS }, (_, n) => ({
      isKeepAlive: true,
      request: (at: number) => get(path(n + at)),
    })),
    ...Array.from({ length: NEW_CONNECTION_CLIENTS }, (_, n) => ({
      isKeepAlive: false,
      request: (at: number) => getAndClose(path(n + at)),
    })),
    ...Array.from({ length: WRITING_CLIENTS }, (_, n) => ({
      isKeepAlive: true,
      request: (at: number) => create(token, `Written ${n} ${at}`),
    })),
  ];
}

async function requestUntilRefused(
  port: number,
  client: Client,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  let connection: Outcome['connection'];
  for (let n = 0; ; n += 1) {
    const outcome = await sendOnce(
      port,
      client.request(n),
      client.isKeepAlive ? connection : undefined,
    );
    onOutcome(outcome);
    if (outcome.end === 'refused') return;
    connection = outcome.connection;
  }
}

async function stopOnce(folder: string, { workers }: StopLengths) {
  const site = await startSite(folder, { WORKERS: String(workers) });
  const token = await openSession(site.url);
  const outcomes: (Outcome & { late: boolean })[] = [];
  let late = false;
  const clients = clientsOf(token).map((client) =>
    requestUntilRefused(site.port, client, (outcome) => outcomes.push({ ...outcome, late })),
  );
  await wait(BEFORE_MS);
  const exited = once(site.child, 'exit');
  late = true;
  const begin = performance.now();
  site.child.kill('SIGTERM');
  if (!hasExited(site.child)) await exited;
  const stoppedInMs = performance.now() - begin;
  await Promise.all(clients);
  return { outcomes, stoppedInMs, code: site.child.exitCode };
}

export async function tryStop(lengths: StopLengths) {
  const folder = temporaryFolder();
  const rounds = [];
  for (let n = 0; n < lengths.rounds; n += 1) rounds.push(await stopOnce(folder, lengths));
  const all = rounds.flatMap(({ outcomes }) => outcomes);
  const answered = all.filter(({ end }) => end === 'answered');
  return {
    answered: answered.length,
    /** After the signal. */
    answeredLate: answered.filter(({ late }) => late).length,
    refused: all.filter(({ end }) => end === 'refused').length,
    dropped: all.filter(({ end }) => end === 'dropped').map(({ why }) => why),
    unexpected: answered
      .map(({ status }) => status)
      .filter((status) => ![200, 201, 404, 503].includes(status)),
    badExits: rounds.filter(({ code }) => code !== 0).length,
    stoppedInMs: rounds.map((round) => round.stoppedInMs),
  };
}

const ROUNDS = 20;

export async function stopTrial(): Promise<Section> {
  const rows: string[][] = [];
  for (const workers of [1, 2]) {
    progress(`stopping ${ROUNDS} times with ${workers} of them serving`);
    const figures = await tryStop({ rounds: ROUNDS, workers });
    const { dropped } = figures;
    if (dropped.length > 0) console.error(dropped);
    rows.push([
      `WORKERS=${workers}`,
      count(ROUNDS),
      count(figures.answered),
      count(figures.answeredLate),
      count(figures.refused),
      count(figures.unexpected.length + figures.badExits),
      milliseconds(median(figures.stoppedInMs)),
      count(dropped.length),
      goal(dropped.length, 'at most', 0),
    ]);
  }
  return {
    title: 'SIGTERM under load',
    about: `${KEEP_ALIVE_CLIENTS} clients with keep-alive, ${NEW_CONNECTION_CLIENTS} that open a connection for each request and ${WRITING_CLIENTS} that write send requests as fast as they get responses; SIGTERM is sent in the middle. Every request that was sent and did not get its complete response counts as dropped, whatever the reason. Refused are connections after the server had stopped listening (one for each client and round: it stops then).`,
    columns: [
      ...['', 'rounds', 'answered', 'after the signal', 'refused', 'wrong responses'],
      ...['stopped in', 'dropped', 'goal'],
    ],
    rows,
  };
}
