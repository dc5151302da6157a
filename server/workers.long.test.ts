import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { sendHalfLogin } from '../test-support/half-request.ts';
import { METRICS_TOKEN, scrape } from '../test-support/scrape.ts';
import {
  logIn,
  type RunningProcess,
  run,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

const PASSWORD = 'a test password';

/** The pids of all workers that have listened, in that order, from the log. */
function workersOf({ output }: RunningProcess): number[] {
  const lines = output.stdout.split('\n').filter((line) => line.includes('a worker listens'));
  return lines.map((line) => JSON.parse(line).pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function killWorker(server: RunningProcess, pid: number | undefined): Promise<void> {
  const countEnds = () => server.output.stdout.split('A worker ended with SIGKILL').length;
  const before = countEnds();
  process.kill(pid ?? Number.NaN, 'SIGKILL');
  await expect.poll(countEnds).toBe(before + 1);
}

test('two workers share one port and one password; one that dies is restarted, none outlives the primary', async () => {
  const settings = { WORKERS: '2', PORT: '0', DEMO_CONTENT: 'false' };
  const server = run('server/start.js', { ...settings, DATA_DIR: temporaryFolder() });
  await expect.poll(() => server.output.stderr).toContain('is running');
  const { stderr } = server.output;
  expect(stderr).toContain('Workers   2 processes');
  expect(stderr.match(/is running/g)).toHaveLength(1);
  expect(stderr.match(/Password {2}/g)).toHaveLength(1);
  const url = /Listens {3}(\S+)/.exec(stderr)?.[1] ?? '';
  const status = async () => (await fetch(`${url}/`)).status;
  // The log is written in batches, so it can be later than the message.
  await expect.poll(() => workersOf(server).length).toBe(2);
  const [first, second, ...more] = workersOf(server);
  expect(more).toEqual([]);

  await killWorker(server, first);
  expect(await status()).toBe(200);
  await expect.poll(() => workersOf(server).length).toBe(3);
  await killWorker(server, second);
  const password = /Password {2}(\S+)/.exec(stderr)?.[1] ?? '';
  expect((await logIn(url, password)).status).toBe(200);
  // Workers do not send Last-Modified, so If-Modified-Since is ignored.
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
  const feed = await fetch(`${url}/feed.xml`, { headers: { 'if-modified-since': tomorrow } });
  expect(feed.status).toBe(200);

  server.child.kill('SIGKILL');
  // Until all workers have closed its output.
  await server.exited;
});

test('each worker shows the metrics of all, also of those that have died', async () => {
  const settings = { WORKERS: '2', METRICS_TOKEN, DATA_DIR: temporaryFolder() };
  const server = await startServer(settings, 'api');
  await expect.poll(() => workersOf(server).length).toBe(2);
  const ask = () => fetch(`${server.url}/api/tags`, { headers: { connection: 'close' } });
  // Connections go to the workers in turn.
  for (let n = 0; n < 6; n += 1) expect((await ask()).status).toBe(200);
  const count = async () => {
    const { value } = await scrape(server.url);
    return value('longhand_http_requests_total', { kind: 'api', status: '200' });
  };
  await expect.poll(count).toBe(6);
  await killWorker(server, workersOf(server)[0]);
  await expect.poll(count).toBe(6);
  await expect.poll(() => workersOf(server).length).toBe(3);
  for (let n = 0; n < 4; n += 1) await ask();
  await expect.poll(count).toBe(10);
});

function isOpen(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}

test('a signal to the primary, or to all processes, lets every request finish and leaves no process', async () => {
  const settings = { WORKERS: '2', ADMIN_PASSWORD: PASSWORD };
  const server = await startServer({ ...settings, DATA_DIR: temporaryFolder() }, 'api');
  const logins = await Promise.all(
    Array.from({ length: 4 }, () => sendHalfLogin(server.url, PASSWORD)),
  );
  server.child.kill('SIGTERM');
  await expect.poll(() => isOpen(server.url)).toBe(false);
  for (const pid of workersOf(server)) process.kill(pid, 'SIGTERM');
  for (const { finish } of logins) finish();
  const responses = await Promise.all(logins.map(({ response }) => response));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(await server.exited).toBe(0);
  expect(workersOf(server)).toHaveLength(2);
  expect(workersOf(server).filter(isRunning)).toEqual([]);
  expect(server.output.stdout).not.toContain('A worker ended');
});

test('a port in use is explained once, and no worker is left', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const settings = { WORKERS: '2', API_URL: 'http://127.0.0.1:9', PORT: String(port) };
  const { exited, output } = run('server/start.js', settings, undefined, ['web']);
  expect(await exited).toBe(1);
  expect(output.stderr.match(/already listening on 127\.0\.0\.1:\d+/g)).toHaveLength(1);
  expect(output.stderr).not.toContain('is running');
  taken.close();
});
