import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';
import { cleanEnvironment } from './environment.ts';
import { freePort } from './free-port.ts';

export { temporaryFolder } from './temporary-folder.ts';
export { freePort };

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** For commands, as the server has one by itself: otherwise each would compile everything anew. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/longhand-cli') };

/** When a process ends that a test has started. */
type End = { readonly endBy?: (end: () => Promise<void>) => void };

export type RunningProcess = {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly exited: Promise<number | null>;
};

export function run(
  script: string,
  settings: Record<string, string>,
  input?: string,
  args: readonly string[] = [],
  as: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'stdio'> & End = {},
): RunningProcess {
  const [command, ...rest] = [process.execPath, join(ROOT, script), ...args];
  const isCommand = script.startsWith('cli/');
  const env = cleanEnvironment({ ...(isCommand && COMPILE_CACHE), ...settings });
  return runCommand(command, rest, { env, ...as }, input);
}

/** With all that it has started, which goes on when only it is killed. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch {
    // All of it has ended already.
  }
}

/** Any command, ended with the test; a detached one with all that it has started. */
export function runCommand(
  command: string,
  args: readonly string[],
  {
    endBy = onTestFinished,
    ...options
  }: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env' | 'detached' | 'stdio'> & End,
  input?: string,
): RunningProcess {
  // Not the checkout: a developer's own .env there is no part of any test.
  const child = spawn(command, args, { cwd: tmpdir(), stdio: 'pipe', ...options });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  child.stdin?.end(input);
  const exited = once(child, 'close').then(() => child.exitCode);
  endBy(async () => {
    if (options.detached) endGroup(child);
    else child.kill('SIGKILL');
    await exited;
  });
  return { child, output, exited };
}

/** The product, started as `npm start` does but without sample posts, once it answers. */
export async function startServer(
  settings: Record<string, string>,
  part?: 'api' | 'web',
  as?: Pick<SpawnOptions, 'uid' | 'gid' | 'stdio'> & End,
) {
  const port = Number(settings.PORT ?? (await freePort()));
  const all = { DEMO_CONTENT: 'false', ...settings, PORT: String(port) };
  return untilRunning(run('server/start.js', all, undefined, part ? [part] : [], as), port);
}

/** One server with the sample posts for all tests of a file, started by the first that asks. */
export function sharedServer(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
    await rm(folder, { recursive: true, force: true });
  });
  let server: ReturnType<typeof startServer> | undefined;
  return () => {
    server ??= startServer({ DATA_DIR: folder, DEMO_CONTENT: 'true', ...settings }, undefined, {
      endBy: (end) => ends.push(end),
    });
    return server;
  };
}

/** Once it answers on that port, and says that it is running. */
export async function untilRunning<Running extends RunningProcess>(server: Running, port: number) {
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (server.child.exitCode !== null)
      throw new Error(`It did not start: ${server.output.stderr}`);
    const ready = await fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready && server.output.stderr.includes('is running')) return { ...server, url, port };
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export function logIn(url: string, password: string, username = 'admin'): Promise<Response> {
  return fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
}

/** The administrator's calls, with a session of its own. */
export async function administrator(url: string, password: string) {
  const { access_token } = (await (await logIn(url, password)).json()) as { access_token: string };
  const authorization = `Bearer ${access_token}`;

  async function call<Answer = Record<string, string>>(
    method: string,
    path: string,
    body?: object,
  ) {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const isEmpty = answer.status === 204;
    return { status: answer.status, body: (isEmpty ? undefined : await answer.json()) as Answer };
  }

  return { authorization, call };
}
