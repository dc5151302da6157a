import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../test-support/cleanup.ts';
import type { TestLocation } from '../../test-support/database-problems.ts';
import { freePort } from '../../test-support/free-port.ts';
import { type PostgresServer, startPostgres } from '../../test-support/postgres-server.ts';
import { type RunningSite, startSite } from '../../test-support/site.ts';

/** Three, so that two are left when one is killed. */
const NAMES = ['A', 'B', 'C'] as const;

export type Instance = {
  readonly name: string;
  readonly url: string;
  readonly output: () => string;
  readonly isAlive: () => boolean;
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
};

export type Cluster = {
  readonly postgres: PostgresServer;
  readonly location: TestLocation & { readonly databaseUrl: string };
  readonly instances: readonly [Instance, Instance, Instance];
};

function instanceOf(name: string, dataDir: string, port: number, databaseUrl: string): Instance {
  let site: RunningSite | undefined;
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    output: () => site?.output() ?? '',
    isAlive: () => site?.child.exitCode === null && site.child.signalCode === null,
    async start(settings = {}) {
      site = await startSite(dataDir, { DATABASE_URL: databaseUrl, ...settings }, port);
    },
    stop: async () => site?.stop(),
    async kill() {
      if (!site) return;
      const exited = once(site.child, 'exit');
      site.child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Like three machines with a shared database and a shared uploads folder. PostgreSQL uses fsync. */
export async function startCluster(): Promise<Cluster> {
  const postgres = await startPostgres([]);
  const databaseUrl = postgres.url();
  const shared = temporaryFolder();
  mkdirSync(join(shared, 'uploads'));
  const build = async (name: string) => {
    const folder = temporaryFolder();
    symlinkSync(join(shared, 'uploads'), join(folder, 'uploads'));
    return instanceOf(name, folder, await freePort(), databaseUrl);
  };
  const [a, b, c] = NAMES;
  return {
    postgres,
    location: { dataDir: shared, databaseUrl },
    instances: [await build(a), await build(b), await build(c)],
  };
}

export async function stopCluster({ postgres, instances }: Cluster): Promise<void> {
  await Promise.all(instances.map((instance) => instance.stop()));
  await postgres.stop();
}
