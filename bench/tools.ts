import { execFileSync, spawnSync } from 'node:child_process';

/** Debian's nginx is only in root's PATH. */
process.env.PATH += ':/usr/sbin:/usr/local/sbin';

const PACKAGES = { wrk: 'wrk', nginx: 'nginx-light' };

function install(packages: readonly string[]): void {
  console.error(`Installing ${packages.join(' and ')} …`);
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
  });
  // The package starts a server on port 80.
  if (packages.includes(PACKAGES.nginx)) spawnSync('service', ['nginx', 'stop']);
}

/** Installs wrk and nginx if possible. */
export function ensureTools(): void {
  const exists = (command: string) => !spawnSync(command, ['-v']).error;
  const findMissing = () => Object.entries(PACKAGES).filter(([tool]) => !exists(tool));
  const missing = findMissing();
  if (missing.length > 0 && process.getuid?.() === 0 && exists('apt-get'))
    install(missing.map(([, name]) => name));
  if (findMissing().length === 0) return;
  console.error(
    `Please install ${missing.map(([tool]) => tool).join(' and ')}: the bench measures with them.`,
  );
  process.exit(1);
}
