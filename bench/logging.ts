import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild, stopChild, temporaryFolder } from '../test-support/cleanup.ts';
import { cleanEnvironment } from '../test-support/environment.ts';
import { freePort } from '../test-support/free-port.ts';
import { requestOk, respondsOk } from '../test-support/http-client.ts';
import { count, formatSection, milliseconds, ratio } from '../test-support/report.ts';
import { FULL, progress, QUICK } from '../test-support/settings.ts';
import { startArguments } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { ensureTools } from './tools.ts';
import { load } from './wrk.ts';

const LINE_BY_LINE = fileURLToPath(new URL('log-line-by-line.ts', import.meta.url));

const LOGS = {
  off: { level: 'warn', program: startArguments() },
  'line by line': { level: 'info', program: [LINE_BY_LINE] },
  'as it is': { level: 'info', program: startArguments() },
} as const;

type Kind = keyof typeof LOGS;
type Measured = { p50: number; p99: number; perSecond: number };

const settings = process.argv.includes('--quick') ? QUICK : FULL;
const { wrk } = ensureTools();

async function start(kind: Kind, to: 'file' | 'pipe', port: number): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  const file = to === 'file' ? openSync(join(folder, 'log'), 'w') : undefined;
  const { level, program } = LOGS[kind];
  const child = startChild(process.execPath, [...program], {
    cwd: folder,
    env: cleanEnvironment({
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: level,
    }),
    stdio: ['ignore', file ?? 'pipe', 'ignore'],
  });
  child.stdout?.resume();
  if (file !== undefined) closeSync(file);
  const url = `http://127.0.0.1:${port}/`;
  while (!(await respondsOk(url))) await wait(100);
  await requestOk(url, { headers: { 'accept-encoding': 'gzip' } });
  return () => stopChild(child);
}

/** In alternating rounds, so that other load on the machine affects all kinds. */
async function compare(to: 'file' | 'pipe'): Promise<string[][]> {
  progress(`a cached page while the log goes to a ${to}`);
  const kinds = Object.keys(LOGS) as Kind[];
  const runs = new Map<Kind, Measured[]>(kinds.map((kind) => [kind, []]));
  const ports = new Map<Kind, number>();
  for (const kind of kinds) ports.set(kind, await freePort());
  const stops = await Promise.all([...ports].map(([kind, port]) => start(kind, to, port)));
  const run = (kind: Kind, seconds: number) =>
    load(wrk, `http://127.0.0.1:${ports.get(kind)}/`, seconds);
  for (const kind of kinds) await run(kind, settings.warmUpSeconds);
  for (let round = 0; round < settings.rounds; round += 1)
    for (const kind of kinds) runs.get(kind)?.push(await run(kind, settings.loadSeconds));
  await Promise.all(stops.map((stop) => stop()));
  const middle = (kind: Kind, what: keyof Measured) =>
    median((runs.get(kind) ?? []).map((run) => run[what]));
  return kinds.map((kind) => [
    `${to}: ${kind}`,
    milliseconds(middle(kind, 'p50')),
    milliseconds(middle(kind, 'p99')),
    count(middle(kind, 'perSecond')),
    ratio(middle(kind, 'perSecond'), middle('off', 'perSecond')),
  ]);
}

console.log(
  formatSection({
    title: 'What the log costs',
    about: `The home page, cached, under wrk: without a log, with one that is written line by line, and as it is. Medians of ${settings.rounds} rounds of ${settings.loadSeconds} s, in turn.`,
    columns: ['log', 'p50', 'p99', 'requests a second', 'of those without'],
    rows: [...(await compare('file')), ...(await compare('pipe'))],
  }),
);
