import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasEnded, startChild, stopChild, temporaryFolder } from './cleanup.ts';
import { cleanEnvironment } from './environment.ts';
import { freePort } from './free-port.ts';
import { answersWell } from './http-client.ts';

export const ADMIN_PASSWORD = 'a password';

export type RunningSite = {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly startedInMs: number;
  /** What it has written to its terminal. */
  readonly output: () => string;
  /** What it takes up, in MB; not a number where the system does not tell. */
  readonly memory: (what: 'now' | 'most') => number;
  readonly stop: () => Promise<void>;
};

/** The product as `npm start` runs it, on a folder of data, once it answers. */
export async function startSite(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  givenPort?: number,
): Promise<RunningSite> {
  const port = givenPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = startChild(process.execPath, startArguments(), {
    // Not the checkout: a developer's own .env there is no part of any measurement.
    cwd: folder,
    env: cleanEnvironment({
      PORT: String(port),
      DATA_DIR: folder,
      ADMIN_PASSWORD,
      LOG_LEVEL: 'warn',
      // What is measured is how fast it writes, not how fast somebody may.
      WRITES_PER_MINUTE: '9999999',
      UPLOADS_PER_MINUTE: '9999999',
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) {
      if (hasEnded(child)) throw new Error(`The site did not start:\n${said}`);
      await wait(5);
    }
  };
  await until(() => answersWell(`${url}/readyz`));
  const startedInMs = performance.now() - begin;
  // With several workers, one answers while another is still on its way.
  await until(() => said.includes('is running'));
  return {
    url,
    port,
    child,
    startedInMs,
    output: () => said,
    memory: (what) => readMemory(child.pid, what === 'now' ? 'VmRSS' : 'VmHWM'),
    stop: () => stopChild(child),
  };
}

/** As the start script has them: what is measured is what an owner runs. */
export function startArguments(): string[] {
  const root = new URL('../', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const words = scripts.start.replace(/^exec node /, '').split(' ');
  const script = fileURLToPath(new URL(words.pop(), root));
  return [...words, script];
}

export function readMemory(pid: number | undefined, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** The product with its sample posts, for as long as `use` takes. */
export async function withSite(use: (url: string) => Promise<void>): Promise<void> {
  const site = await startSite(temporaryFolder());
  try {
    await use(site.url);
  } finally {
    await site.stop();
  }
}
