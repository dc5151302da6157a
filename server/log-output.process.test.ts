import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type RunningProcess,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

// Each starts the product, some twice, and a machine that is busy elsewhere takes its time.
vi.setConfig({ testTimeout: 60_000 });

/** Without the sample posts, which a start takes longer for. */

type Server = RunningProcess & { readonly url: string; readonly port: number };

type Line = {
  readonly level: number;
  readonly msg: string;
  readonly url?: string;
  readonly lost?: number;
};

/** What a process does when it is told to by a signal: something that nobody has foreseen. */
function onSignal(action: string): Record<string, string> {
  const code = `process.on('SIGWINCH', () => { ${action} })`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

const BEGIN = 'HTTP/1.1 ';

/**
 * So many requests on one connection, as fast as they are answered, each with an address of its own.
 * They are of a kind that is never sent away for want of room.
 */
async function askMany(port: number, count: number, prefix: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let answered = 0;
  let tail = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    const joined = tail + text;
    answered += joined.split(BEGIN).length - 1;
    tail = joined.slice(1 - BEGIN.length);
    if (answered >= count) resolve();
  });
  socket.once('error', reject);
  socket.once('close', () => reject(new Error(`closed after ${answered} answers`)));
  for (let n = 0; n < count; n += 1)
    socket.write(`DELETE /api/posts/${prefix}-${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await promise;
  socket.destroy();
}

/** Every line is whole, or reading them fails. */
function read(text: string): Line[] {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The addresses that were asked for, in the order in which they were written down. */
function asked(lines: readonly Line[], prefix: string): (string | undefined)[] {
  return lines.filter(({ url }) => url?.startsWith(`/api/posts/${prefix}-`)).map(({ url }) => url);
}

function expected(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `/api/posts/${prefix}-${n}`);
}

async function stop(server: Server): Promise<number | null> {
  server.child.kill('SIGTERM');
  return server.exited;
}

test('in a file, every line is there, whole and in order, once the process has stopped', async () => {
  const folder = temporaryFolder();
  const file = openSync(join(folder, 'log'), 'w');
  const stdio = ['ignore', file, 'pipe'] as const;
  const server = await startServer({ DATA_DIR: folder }, undefined, {
    stdio: [...stdio],
  });
  closeSync(file);
  await askMany(server.port, 1_000, 'a');
  expect(await stop(server)).toBe(0);
  const lines = read(readFileSync(join(folder, 'log'), 'utf8'));
  expect(asked(lines, 'a')).toEqual(expected('a', 1_000));
  expect(lines.at(-1)?.msg).toBe('stopped');
});

test('from a pipe that is read only when the process stops, every line comes', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  server.child.stdout?.pause();
  await askMany(server.port, 2_000, 'a');
  server.child.kill('SIGTERM');
  await wait(500);
  server.child.stdout?.resume();
  expect(await server.exited).toBe(0);
  const lines = read(server.output.stdout);
  expect(asked(lines, 'a')).toEqual(expected('a', 2_000));
  expect(lines.at(-1)?.msg).toBe('stopped');
});

test('while nobody reads, the site answers; later the log says how many lines were lost', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  server.child.stdout?.pause();
  const count = 12_000;
  await askMany(server.port, count, 'a');
  expect((await fetch(server.url)).status).toBe(200);
  server.child.stdout?.resume();
  const told = () => server.output.stdout.includes('"lost":');
  await expect.poll(told, { timeout: 10_000 }).toBe(true);
  await askMany(server.port, 10, 'b');
  expect(await stop(server)).toBe(0);
  const lines = read(server.output.stdout);
  const kept = asked(lines, 'a');
  expect(kept).toEqual(expected('a', count).slice(0, kept.length));
  const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0);
  // The page is a line, too.
  expect(kept.length + lost).toBe(count + 1);
  expect(lines.find((line) => line.lost)).toMatchObject({
    level: 40,
    msg: `${lost} lines of this log were lost: they were written faster than they were read`,
  });
  expect(asked(lines, 'b')).toEqual(expected('b', 10));
});

test('it stops though nobody reads, and tells on the other output how many lines were lost', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  server.child.stdout?.pause();
  await askMany(server.port, 4_000, 'a');
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  expect(server.child.exitCode).toBe(0);
  server.child.stdout?.resume();
  await server.exited;
  const [, lost] = /(\d+) lines of the log could not be written/.exec(server.output.stderr) ?? [];
  const whole = server.output.stdout.split('\n').length - 1;
  // Besides the requests: that it listens, that it stops, and that it has stopped.
  expect(whole + Number(lost)).toBeGreaterThanOrEqual(4_003);
});

test('when whoever reads the log goes away, the site stays', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  server.child.stdout?.destroy();
  await askMany(server.port, 500, 'a');
  expect((await fetch(server.url)).status).toBe(200);
  expect(await stop(server)).toBe(0);
  expect(server.output.stderr).toContain('The log cannot be written any more (EPIPE)');
});

for (const [what, action, code, says] of [
  ['an uncaught exception', `throw new Error('odd')`, 1, 'stopping after an unexpected error'],
  ['an unhandled rejection', `Promise.reject(new Error('odd'))`, 1, 'an unexpected error'],
  ['process.exit', 'process.exit(7)', 7, undefined],
] as const)
  test(`after ${what}, every line is there, and why it stopped`, async () => {
    const server = await startServer({
      DATA_DIR: temporaryFolder(),
      ...onSignal(action),
    });
    server.child.stdout?.pause();
    await askMany(server.port, 1_500, 'a');
    server.child.kill('SIGWINCH');
    await wait(500);
    server.child.stdout?.resume();
    expect(await server.exited).toBe(code);
    const lines = read(server.output.stdout);
    expect(asked(lines, 'a')).toEqual(expected('a', 1_500));
    const fatal = lines.find(({ level }) => level === 60);
    expect(fatal?.msg ?? '').toContain(says ?? '');
  });

test('lines of several processes are not mixed', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder(), WORKERS: '2' });
  await Promise.all([1, 2, 3, 4].map((n) => askMany(server.port, 1_000, `${n}`)));
  expect(await stop(server)).toBe(0);
  const lines = read(server.output.stdout);
  for (const n of [1, 2, 3, 4]) expect(asked(lines, `${n}`)).toEqual(expected(`${n}`, 1_000));
});
