import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../test-support/environment.ts';
import {
  administrator,
  freePort,
  type RunningProcess,
  runCommand,
  temporaryFolder,
  untilRunning,
} from '../test-support/server-process.ts';
import { picture, sendHalfUpload } from '../test-support/uploads.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ADMIN_PASSWORD = 'a password for tests';

/** The usual shell of servers, which does not forward signals. */
const shell = existsSync('/bin/dash') ? { npm_config_script_shell: '/bin/dash' } : {};

async function npmRun(script: string, settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const data = { DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'false' };
  const own = { ADMIN_PASSWORD, ...data, PORT: String(port), ...settings };
  const env = cleanEnvironment({ ...shell, ...own });
  const npm = runCommand('npm', ['run', script], { cwd: ROOT, env, detached: true });
  return untilRunning(npm, port);
}

/** npm, the shell and the server are one process group. */
function isGroupRunning({ child }: RunningProcess): boolean {
  try {
    return process.kill(-Number(child.pid), 0);
  } catch {
    return false;
  }
}

/** Sends half of an upload; the returned function sends the rest and returns the status. */
async function startUpload(url: string): Promise<() => Promise<number>> {
  const { authorization } = await administrator(url, ADMIN_PASSWORD);
  const bytes = await picture().png().toBuffer();
  const { finish, response } = await sendHalfUpload(url, authorization, bytes);
  return async () => {
    finish();
    return (await response).statusCode;
  };
}

test.each([
  ['SIGTERM to npm', 'start', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['SIGTERM to npm', 'start:api', (pid: number) => process.kill(pid, 'SIGTERM')],
  // The terminal sends it to the whole group, and npm forwards it.
  ['Ctrl+C', 'start', (pid: number) => process.kill(-pid, 'SIGINT')],
])('%s lets an upload to npm run %s finish, and no process is left', async (_, script, stop) => {
  const server = await npmRun(script);
  const finish = await startUpload(server.url);
  stop(Number(server.child.pid));
  await expect.poll(() => server.output.stdout).toContain('stopping on');
  expect(await finish()).toBe(200);
  expect(await server.exited).toBe(0);
  expect(isGroupRunning(server)).toBe(false);
  expect(server.output.stdout).toContain('stopped');
});

test('SIGTERM to npm stops npm run start:web, too', async () => {
  const server = await npmRun('start:web', { API_URL: 'http://127.0.0.1:9' });
  process.kill(Number(server.child.pid), 'SIGTERM');
  expect(await server.exited).toBe(0);
  expect(isGroupRunning(server)).toBe(false);
});

test('SIGINT to all workers and to npm is one shutdown', async () => {
  const server = await npmRun('start', { WORKERS: '2' });
  const finish = await startUpload(server.url);
  process.kill(-Number(server.child.pid), 'SIGINT');
  await expect.poll(() => server.output.stdout).toContain('stopping on');
  expect(await finish()).toBe(200);
  expect(await server.exited).toBe(0);
});

test('SIGTERM to the command of the systemd unit is enough', async () => {
  const unit = readFileSync(join(ROOT, 'docs/longhand.service'), 'utf8');
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [program = '', ...args] = command.split(' ');
  const port = await freePort();
  const PATH = [dirname(process.execPath), cleanEnvironment({}).PATH].join(delimiter);
  const env = cleanEnvironment({ PATH, DATA_DIR: temporaryFolder(), PORT: String(port) });
  const server = await untilRunning(runCommand(program, args, { cwd: ROOT, env }), port);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});
