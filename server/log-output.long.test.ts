import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import {
  type RunningProcess,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

type Server = RunningProcess & { readonly url: string; readonly port: number };

type Line = {
  readonly level: number;
  readonly msg: string;
  readonly url?: string;
  readonly lost?: number;
};

/** Makes a process run code on a signal. */
function onSignal(action: string): Record<string, string> {
  const code = `process.on('SIGWINCH', () => { ${action} })`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

const STATUS_LINE = 'HTTP/1.1 ';

/** Pipelined requests with different paths, of a kind that admission control never refuses. */
async function sendMany(port: number, count: number, prefix: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let received = 0;
  let tail = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    const joined = tail + text;
    received += joined.split(STATUS_LINE).length - 1;
    tail = joined.slice(1 - STATUS_LINE.length);
    if (received >= count) resolve();
  });
  socket.once('error', reject);
  socket.once('close', () => reject(new Error(`closed after ${received} responses`)));
  for (let n = 0; n < count; n += 1)
    socket.write(`DELETE /api/posts/${prefix}-${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await promise;
  socket.destroy();
}

/** Fails on an incomplete line. */
function read(text: string): Line[] {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

function loggedUrls(lines: readonly Line[], prefix: string): (string | undefined)[] {
  return lines.filter(({ url }) => url?.startsWith(`/api/posts/${prefix}-`)).map(({ url }) => url);
}

function expectedUrls(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `/api/posts/${prefix}-${n}`);
}

async function stop(server: Server): Promise<number | null> {
  server.child.kill('SIGTERM');
  return server.exited;
}

test('a log file has every line, complete and in order, once the process has stopped', async () => {
  const folder = temporaryFolder();
  const file = openSync(join(folder, 'log'), 'w');
  const stdio = ['ignore', file, 'pipe'] as const;
  const server = await startServer({ DATA_DIR: folder }, undefined, {
    stdio: [...stdio],
  });
  closeSync(file);
  await sendMany(server.port, 1_000, 'a');
  expect(await stop(server)).toBe(0);
  const lines = read(readFileSync(join(folder, 'log'), 'utf8'));
  expect(loggedUrls(lines, 'a')).toEqual(expectedUrls('a', 1_000));
  expect(lines.at(-1)?.msg).toBe('stopped');
});

test('a pipe that is read only at the shutdown gets every line', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  server.child.stdout?.pause();
  await sendMany(server.port, 2_000, 'a');
  server.child.kill('SIGTERM');
  await wait(500);
  server.child.stdout?.resume();
  expect(await server.exited).toBe(0);
  const lines = read(server.output.stdout);
  expect(loggedUrls(lines, 'a')).toEqual(expectedUrls('a', 2_000));
  expect(lines.at(-1)?.msg).toBe('stopped');
});

test('while the log is not read, the site works; later the log says how many lines were lost', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  server.child.stdout?.pause();
  const count = 12_000;
  await sendMany(server.port, count, 'a');
  expect((await fetch(server.url)).status).toBe(200);
  server.child.stdout?.resume();
  const isReported = () => server.output.stdout.includes('"lost":');
  await expect.poll(isReported).toBe(true);
  await sendMany(server.port, 10, 'b');
  expect(await stop(server)).toBe(0);
  const lines = read(server.output.stdout);
  const logged = loggedUrls(lines, 'a');
  expect(logged).toEqual(expectedUrls('a', count).slice(0, logged.length));
  const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0);
  // One more for the page.
  expect(logged.length + lost).toBe(count + 1);
  expect(lines.find((line) => line.lost)).toMatchObject({
    level: 40,
    msg: `${lost} log lines were lost: they were written faster than they could be read`,
  });
  expect(loggedUrls(lines, 'b')).toEqual(expectedUrls('b', 10));
});

test('it stops although the log is not read, and reports on stderr how many lines were lost', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  server.child.stdout?.pause();
  await sendMany(server.port, 4_000, 'a');
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  expect(server.child.exitCode).toBe(0);
  server.child.stdout?.resume();
  await server.exited;
  const [, lost] = /(\d+) log lines could not be written/.exec(server.output.stderr) ?? [];
  const complete = server.output.stdout.split('\n').length - 1;
  // Three more for listening, stopping and stopped.
  expect(complete + Number(lost)).toBeGreaterThanOrEqual(4_003);
});

test('the site survives when the reader of the log exits', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  server.child.stdout?.destroy();
  await sendMany(server.port, 500, 'a');
  expect((await fetch(server.url)).status).toBe(200);
  expect(await stop(server)).toBe(0);
  expect(server.output.stderr).toContain('The log can no longer be written (EPIPE)');
});

for (const [what, action, code, says] of [
  ['an uncaught exception', `throw new Error('odd')`, 1, 'stopping after an unexpected error'],
  ['an unhandled rejection', `Promise.reject(new Error('odd'))`, 1, 'an unexpected error'],
  ['process.exit', 'process.exit(7)', 7, undefined],
] as const)
  test(`after ${what}, the log has every line and the reason`, async () => {
    const server = await startServer({
      DATA_DIR: temporaryFolder(),
      ...onSignal(action),
    });
    server.child.stdout?.pause();
    await sendMany(server.port, 1_500, 'a');
    server.child.kill('SIGWINCH');
    await wait(500);
    server.child.stdout?.resume();
    expect(await server.exited).toBe(code);
    const lines = read(server.output.stdout);
    expect(loggedUrls(lines, 'a')).toEqual(expectedUrls('a', 1_500));
    const fatal = lines.find(({ level }) => level === 60);
    expect(fatal?.msg ?? '').toContain(says ?? '');
  });

test('lines of several processes are not mixed', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder(), WORKERS: '2' });
  await Promise.all([1, 2, 3, 4].map((n) => sendMany(server.port, 1_000, `${n}`)));
  expect(await stop(server)).toBe(0);
  const lines = read(server.output.stdout);
  for (const n of [1, 2, 3, 4])
    expect(loggedUrls(lines, `${n}`)).toEqual(expectedUrls(`${n}`, 1_000));
});
