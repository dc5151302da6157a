import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasExited, startChild, stopChild, temporaryFolder } from './cleanup.ts';
import { cleanEnvironment } from './environment.ts';
import { freePort } from './free-port.ts';
import { respondsOk } from './http-client.ts';

export const CHECKOUT = fileURLToPath(new URL('../', import.meta.url));

export const ADMIN_PASSWORD = 'a password';

export type RunningSite = {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly startedInMs: number;
  /** stdout and stderr. */
  readonly output: () => string;
  /** In MB; NaN where there is no /proc. */
  readonly memory: (what: 'current' | 'peak') => number;
  /** Of all its threads so far, without child processes; NaN where there is no /proc. */
  readonly cpuMs: () => number;
  readonly stop: () => Promise<void>;
};

/** Started like `npm start`. Resolves when it is ready. */
export async function startSite(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  givenPort?: number,
  checkout = CHECKOUT,
  part?: 'api' | 'web',
): Promise<RunningSite> {
  const port = givenPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = startChild(
    process.execPath,
    [...startArguments(checkout), ...(part ? [part] : [])],
    {
      // Why not the checkout: it may contain a developer's .env.
      cwd: folder,
      env: cleanEnvironment({
        PORT: String(port),
        DATA_DIR: folder,
        ADMIN_PASSWORD,
        LOG_LEVEL: 'warn',
        // No rate limits.
        WRITES_PER_MINUTE: '9999999',
        UPLOADS_PER_MINUTE: '9999999',
        ...settings,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const until = async (condition: () => boolean | Promise<boolean>) => {
    while (!(await condition())) {
      if (hasExited(child)) throw new Error(`The site did not start:\n${output}`);
      await wait(5);
    }
  };
  await until(() => respondsOk(`${url}/readyz`));
  const startedInMs = performance.now() - begin;
  // With several workers, one may respond before the others have started.
  await until(() => output.includes('is running'));
  return {
    url,
    port,
    child,
    startedInMs,
    output: () => output,
    memory: (what) => readMemory(child.pid, what === 'current' ? 'VmRSS' : 'VmHWM'),
    cpuMs: () => readCpuMs(child.pid),
    stop: () => stopChild(child),
  };
}

/** Those of a script in package.json, so that what is measured is what an owner runs. */
export function scriptFlags(name: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'));
  const words: string[] = scripts[name].split(' ');
  return words.filter((word) => word.startsWith('--'));
}

/** From the start script, so that the bench measures what an owner runs. */
export function startArguments(checkout = CHECKOUT): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const words = scripts.start.replace(/^(exec )?node /, '').split(' ');
  const script = join(checkout, words.pop());
  return [...words, script];
}

/** Linux counts CPU time in these steps. */
const TICK_MS = 10;

function readCpuMs(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before these fields may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

export function readMemory(pid: number | undefined, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export async function withSite(use: (url: string) => Promise<void>): Promise<void> {
  const site = await startSite(temporaryFolder());
  try {
    await use(site.url);
  } finally {
    await site.stop();
  }
}
