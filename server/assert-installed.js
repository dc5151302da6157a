import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = new URL('../', import.meta.url);

function end(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

const isRelease = existsSync(new URL('release.json', ROOT));

function assertPackages() {
  // Also in a folder above, where Node looks as well.
  const folders = createRequire(import.meta.url).resolve.paths('@longhand/api') ?? [];
  if (folders.some((folder) => existsSync(join(folder, '@longhand/api')))) return;
  end(`The packages are not installed. Run ${isRelease ? 'npm ci --omit=dev' : 'npm ci'} first.`);
}

function assertNode() {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  const needed = Number.parseInt(engines.node.replace('>=', ''), 10);
  if (Number.parseInt(process.versions.node, 10) >= needed) return;
  const howTo = isRelease
    ? `Install Node ${needed}; docs/deploy.md says how.`
    : `Install Node ${needed}, or run npm ci without --omit=dev, which brings one.`;
  end(
    `It needs Node ${needed} or newer, and this is ${process.version} (${process.execPath}). ${howTo}`,
  );
}

/** Ends the process with a sentence if packages are missing or this Node is too old. */
export function assertInstalled() {
  assertPackages();
  assertNode();
}
