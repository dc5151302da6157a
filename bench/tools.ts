import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PACKAGES = { wrk: 'wrk', nginx: 'nginx-light' } as const;

type Tool = keyof typeof PACKAGES;

function find(tool: Tool): string | undefined {
  // Debian's nginx is only in root's PATH.
  const paths = [tool, `/usr/sbin/${tool}`, `/usr/local/sbin/${tool}`];
  return paths.find((path) =>
    path === tool ? spawnSync(tool, ['-v']).error === undefined : existsSync(path),
  );
}

function install(packages: readonly string[]): void {
  console.error(`Installing ${packages.join(' and ')} …`);
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
  });
  // The package starts a server on port 80.
  if (packages.includes(PACKAGES.nginx)) {
    const stopped = spawnSync('systemctl', ['disable', '--now', 'nginx']);
    if (stopped.status !== 0) spawnSync('service', ['nginx', 'stop']);
  }
}

/** Installs wrk and nginx if possible. */
export function ensureTools(): Record<Tool, string> {
  const tools = Object.keys(PACKAGES) as Tool[];
  const missing = tools.filter((tool) => !find(tool));
  const debian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (missing.length > 0 && debian) install(missing.map((tool) => PACKAGES[tool]));
  const { wrk, nginx } = Object.fromEntries(tools.map((tool) => [tool, find(tool)]));
  if (wrk && nginx) return { wrk, nginx };
  console.error(`Please install ${missing.join(' and ')}: the bench measures with them.`);
  return process.exit(1);
}
