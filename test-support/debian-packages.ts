import { spawnSync } from 'node:child_process';

/** Debian's servers are only in root's PATH. */
process.env.PATH += ':/usr/sbin:/usr/local/sbin';

/** One at a time, and without starting the servers that it installs. */
const INSTALL = `
set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
`;
const LOCK = '/tmp/longhand-apt.lock';

const exists = (command: string) => !spawnSync(command, ['-V']).error;

/** The commands that are missing, after those that could be were installed, as root. */
export function installMissing(packages: Readonly<Record<string, string>>): string[] {
  const findMissing = () => Object.keys(packages).filter((command) => !exists(command));
  const missing = findMissing();
  if (missing.length === 0 || process.getuid?.() !== 0 || !exists('apt-get')) return missing;
  const names = missing.map((command) => packages[command] as string);
  console.log(`Installing ${names.join(' and ')} …`);
  spawnSync('flock', [LOCK, 'sh', '-c', INSTALL, 'sh', ...names], { stdio: 'inherit' });
  return findMissing();
}
