import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { giveAway, UNPRIVILEGED } from './unprivileged.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const POLL_MS = 100;

/** Of Debian's packages, in the newest version; undefined if they are not installed. */
function findServer(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
}

/** Why they cannot be started here; undefined if they can. */
export function whyNoPostgres(): string | undefined {
  if (findServer() && existsSync(PGBOUNCER)) return undefined;
  return 'PostgreSQL and PgBouncer (Debian: postgresql, pgbouncer) are not installed';
}

/** Which the user of the servers may write to. */
function ownFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return giveAway(folder);
}

function runServer(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { ...UNPRIVILEGED, cwd: '/', stdio: 'ignore' });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return child;
}

/** As Debian sets it up: the superuser by the socket, everybody else by password. */
export async function startDebianPostgres() {
  const bin = findServer() ?? '';
  const folder = ownFolder();
  const data = join(folder, 'data');
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256', '--username=postgres'];
  execFileSync(join(bin, 'initdb'), ['-D', data, '--no-sync', '--locale=C.UTF-8', ...auth], {
    ...{ ...UNPRIVILEGED, cwd: '/', stdio: 'ignore' },
  });
  const port = await freePort();
  const options = [`unix_socket_directories=${folder}`, 'listen_addresses=127.0.0.1', 'fsync=off'];
  const flags = options.flatMap((option) => ['-c', option]);
  runServer(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags]);
  const env = { PATH: `${bin}:/usr/bin:/bin`, PGHOST: folder, PGPORT: String(port) };
  const shell = (script: string, input = '') =>
    execFileSync('bash', ['--norc', '-ec', script], {
      ...{ env: { ...env, PGUSER: 'postgres' }, input, encoding: 'utf8' },
    });
  while (!existsSync(join(folder, `.s.PGSQL.${port}`))) await wait(POLL_MS);
  shell(`until pg_isready --quiet; do sleep 0.1; done`);
  return { port, shell };
}

/** Resolves when it accepts connections. */
export async function startPgBouncer(configuration: string, users: string): Promise<void> {
  const folder = ownFolder();
  const file = join(folder, 'pgbouncer.ini');
  const pidFile = join(folder, 'pgbouncer.pid');
  writeFileSync(join(folder, 'userlist.txt'), users);
  const local = configuration
    .replaceAll('/etc/pgbouncer', folder)
    .replace(/^logfile = .*$/m, `logfile = ${join(folder, 'pgbouncer.log')}`)
    .replace(/^pidfile = .*$/m, `pidfile = ${pidFile}`);
  writeFileSync(file, local);
  const child = runServer(PGBOUNCER, [file]);
  while (!existsSync(pidFile)) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start');
    await wait(POLL_MS);
  }
}
