import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const NSPAWN = '/usr/bin/systemd-nspawn';
const POLL_MS = 100;

/** With the network of this machine, which it cannot change, and nothing but the basic services. */
const OPTIONS = [
  ...['--volatile=overlay', '--boot', '--console=pipe', '--quiet'],
  ...['--register=no', '--keep-unit', '--link-journal=no'],
];

/** As sudo does it, which is not installed everywhere. */
const SUDO = `sudo() {
  [ "$1" = -u ] || { "$@"; return; }
  local user=$2 && shift 2
  HOME=$(getent passwd "$user" | cut --delimiter=: --fields=6) runuser -u "$user" -- "$@"
}`;

const ENVIRONMENT = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'];

function leaderOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0];
  } catch {
    return undefined;
  }
}

/** Why no machine can be started here; undefined if one can. */
export function whyNoMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can boot a systemd';
  if (!existsSync(NSPAWN)) return 'systemd-nspawn (Debian: systemd-container) is not installed';
  const { status } = spawnSync('unshare', ['--mount', 'true']);
  return status === 0 ? undefined : 'this user may not mount anything';
}

/**
 * A machine with systemd as its first process. It sees the files of this one, and what it changes is gone when it stops.
 * @param files paths within the machine, and the files that are there
 */
export async function bootMachine(files: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  const binds = Object.entries(files).map(([to, from]) => `--bind-ro=${from}:${to}`);
  const nspawn = [NSPAWN, `--directory=${root}`, ...OPTIONS, ...binds, '--', '--unit=basic.target'];
  const script = 'mount --bind / "$0" && exec "$@"';
  const child = spawn('unshare', ['--mount', 'bash', '-c', script, root, ...nspawn], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    // With its first process, all others of the machine end, and then nspawn; without nspawn they would run on.
    if (child.exitCode === null)
      process.kill(Number(leaderOf(child.pid as number) || child.pid), 'SIGKILL');
    await exited;
  });

  function enter(script: string): string[] {
    const leader = leaderOf(child.pid as number) ?? '0';
    const bash = ['bash', '--norc', '-euo', 'pipefail', '-c', `${SUDO}\n${script}`];
    return ['--target', leader, '--all', '--', 'env', '-i', ...ENVIRONMENT, 'HOME=/root', ...bash];
  }

  const isBooted = () =>
    spawnSync('nsenter', enter('systemctl is-active --quiet basic.target')).status === 0;
  while (!isBooted()) {
    if (child.exitCode !== null) throw new Error(`systemd did not boot:\n${output}`);
    await wait(POLL_MS);
  }

  /** What the commands print; throws if one fails. */
  const run = (commands: string): string =>
    execFileSync('nsenter', enter(commands), {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  /** One property of a unit. */
  const show = (unit: string, property: string): string =>
    run(`systemctl show --value --property=${property} ${unit}`).trim();
  return { run, show };
}

export type SystemdMachine = Awaited<ReturnType<typeof bootMachine>>;
