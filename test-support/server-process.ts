import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { cleanEnvironment } from './environment.ts';
import { freePort } from './free-port.ts';

export { temporaryFolder } from './temporary-folder.ts';
export { freePort };

const ROOT = fileURLToPath(new URL('..', import.meta.url));

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
  as: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'stdio'> = {},
): RunningProcess {
  const [command, ...rest] = [process.execPath, join(ROOT, script), ...args];
  return runCommand(command, rest, { env: cleanEnvironment(settings), ...as }, input);
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
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env' | 'detached' | 'stdio'>,
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
  onTestFinished(async () => {
    if (options.detached) endGroup(child);
    else child.kill('SIGKILL');
    await exited;
  });
  return { child, output, exited };
}

/** The product, started as `npm start` does, once it answers. */
export async function startServer(
  settings: Record<string, string>,
  part?: 'api' | 'web',
  as?: Pick<SpawnOptions, 'uid' | 'gid' | 'stdio'>,
) {
  const port = Number(settings.PORT ?? (await freePort()));
  const all = { ...settings, PORT: String(port) };
  return untilRunning(run('server/start.js', all, undefined, part ? [part] : [], as), port);
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
