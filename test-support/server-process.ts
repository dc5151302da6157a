import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';
import { cleanEnvironment } from './environment.ts';
import { freePort } from './free-port.ts';

export { temporaryFolder } from './temporary-folder.ts';
export { freePort };

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Registers the cleanup that kills the process. */
type Cleanup = { readonly onCleanup?: (kill: () => Promise<void>) => void };

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
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'stdio'> & Cleanup = {},
): RunningProcess {
  const [command, ...rest] = [process.execPath, join(ROOT, script), ...args];
  const env = cleanEnvironment({ NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings });
  return runCommand(command, rest, { env, ...options }, input);
}

/** Also kills the processes that it has started. */
function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}

/** Killed at the end of the test; a detached command with its whole process group. */
export function runCommand(
  command: string,
  args: readonly string[],
  {
    onCleanup = onTestFinished,
    ...options
  }: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env' | 'detached' | 'stdio'> & Cleanup,
  input?: string,
): RunningProcess {
  // Why not the checkout: it may contain a developer's .env.
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
  onCleanup(async () => {
    if (options.detached) killGroup(child);
    else child.kill('SIGKILL');
    await exited;
  });
  return { child, output, exited };
}

/** Started like `npm start`, but without sample posts. Resolves when it is ready. */
export async function startServer(
  settings: Record<string, string>,
  part?: 'api' | 'web',
  options?: Pick<SpawnOptions, 'uid' | 'gid' | 'stdio'> & Cleanup,
) {
  const port = Number(settings.PORT ?? (await freePort()));
  const all = { DEMO_CONTENT: 'false', ...settings, PORT: String(port) };
  return untilRunning(run('server/start.js', all, undefined, part ? [part] : [], options), port);
}

/** One server with the sample posts for all tests of a file, started on first use. */
export function sharedServer(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-test-'));
  const kills: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const kill of kills) await kill();
    await rm(folder, { recursive: true, force: true });
  });
  let server: ReturnType<typeof startServer> | undefined;
  return () => {
    server ??= startServer({ DATA_DIR: folder, DEMO_CONTENT: 'true', ...settings }, undefined, {
      onCleanup: (kill) => kills.push(kill),
    });
    return server;
  };
}

export async function untilRunning<Running extends RunningProcess>(server: Running, port: number) {
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (server.child.exitCode !== null)
      throw new Error(`It did not start: ${server.output.stderr}`);
    const ready = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
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

export async function administrator(url: string, password: string) {
  const { access_token } = (await (await logIn(url, password)).json()) as { access_token: string };
  const authorization = `Bearer ${access_token}`;

  async function call<Body = Record<string, string>>(method: string, path: string, body?: object) {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const isEmpty = response.status === 204;
    return { status: response.status, body: (isEmpty ? undefined : await response.json()) as Body };
  }

  return { authorization, call };
}
