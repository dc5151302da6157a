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
  'web/static-copy/**',
  'web/fallback-fonts/**',
  'web/*.ts',
  'contract/src/**',
  'package-lock.json',
];

export const STAMP_FILE = join(ROOT, 'web/build/stamp');

export function buildStamp(): string {
  const hash = createHash('sha256');
  for (const name of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (!/\.[a-z0-9]+$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
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

/** Its message is shown without a stack. */
export class PagesNotBuilt extends Error {}

function runBuild(): void {
  const script = join(ROOT, 'web/build.ts');
  const { status } = spawnSync(process.execPath, [script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new PagesNotBuilt('The pages could not be built; the reason is above.');
}

/** Builds the pages if the sources have changed; uses those that exist if the build tools are not installed. */
export function ensureBuilt(print: (message: string) => void): void {
  const built = existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8');
  if (built === buildStamp()) return;
  if (canBuild()) {
    print('Building the pages; this takes a few seconds, and only after a change …');
    runBuild();
  } else if (built) {
    print(`The pages in web/build were built from other files than these. ${HOW_TO_BUILD}`);
  } else
    throw new PagesNotBuilt(
      `The pages are not built, and what builds them is not installed. ${HOW_TO_BUILD}`,
    );
}
