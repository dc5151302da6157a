import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const SOURCES = [
  'web/app/**',
  'web/public/**',
  'web/service-worker/**',
  'web/inline/**',
  'web/static-site/**',
  'web/fallback-fonts/**',
  'web/*.ts',
  'contract/src/**',
  'package-lock.json',
];

export const STAMP_FILE = join(ROOT, 'web/build/stamp');

/** A release and an image have no tests. */
export const OF_TESTS = /\.test\.tsx?$|\/fixtures\//;

export function buildStamp(): string {
  const hash = createHash('sha256');
  for (const name of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (!/\.[a-z0-9]+$/.test(name) || OF_TESTS.test(name)) continue;
    hash.update(name).update(readFileSync(join(ROOT, name)));
  }
  return hash.digest('hex');
}

const HOW_TO_BUILD =
  'Run npm ci && npm run build && npm prune --omit=dev, or copy web/build from where these files were built.';

function canBuild(): boolean {
  try {
    createRequire(import.meta.url).resolve('@react-router/dev/package.json');
    return true;
  } catch {
    return false;
  }
}

/** The message is shown without a stack. */
export class PagesNotBuilt extends Error {}

const MEGABYTE = 1024 * 1024;
/** The build was measured to take 744 MB at its peak. */
const BUILD_MEMORY = 800 * MEGABYTE;

const NO_MEMORY =
  'Install a release, which comes built; or build it on a larger machine and copy web/build; or add swap.';

/** Undefined if there is enough memory to build the pages. */
export function warnAboutMemory(available: number): string | undefined {
  if (available >= BUILD_MEMORY) return undefined;
  return `Building the pages needs about ${BUILD_MEMORY / MEGABYTE} MB of memory, and ${Math.round(available / MEGABYTE)} MB are free: the system may end it. ${NO_MEMORY}`;
}

/** Linux kills what takes the last memory, and so says nothing itself. */
export function explainBuildFailure(signal: NodeJS.Signals | null): string {
  return signal === 'SIGKILL'
    ? `The pages could not be built: the system ended the build, most likely because there was not enough memory. ${NO_MEMORY}`
    : 'The pages could not be built; the reason is above.';
}

function runBuild(): void {
  const script = join(ROOT, 'web/build.ts');
  const { status, signal } = spawnSync(process.execPath, [script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new PagesNotBuilt(explainBuildFailure(signal));
}

/** Builds the pages if the sources have changed; uses those that exist if the build tools are not installed. */
export function ensureBuilt(print: (message: string) => void): void {
  const built = existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8');
  if (built === buildStamp()) return;
  if (canBuild()) {
    const warning = warnAboutMemory(process.availableMemory());
    if (warning) print(warning);
    print('Building the pages; this takes a few seconds, and only after a change …');
    runBuild();
  } else if (built) {
    print(`The pages in web/build were built from other files than these. ${HOW_TO_BUILD}`);
  } else
    throw new PagesNotBuilt(
      `The pages are not built, and what builds them is not installed. ${HOW_TO_BUILD}`,
    );
}
