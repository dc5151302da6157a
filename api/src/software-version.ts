import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Undefined if it cannot be read. */
function readTrimmed(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** In a worktree, `.git` is a file that names its folder, which names the one that all worktrees share. */
function gitFolders(root: string): { own: string; common: string } {
  const git = join(root, '.git');
  const named = /^gitdir: (.+)$/.exec(readTrimmed(git) ?? '')?.[1];
  const own = named === undefined ? git : resolve(root, named);
  return { own, common: resolve(own, readTrimmed(join(own, 'commondir')) ?? '.') };
}

/** Does not use the program git, which a server may lack. */
export function checkedOutCommit(root: string): string | undefined {
  const { own, common } = gitFolders(root);
  const head = readTrimmed(join(own, 'HEAD'));
  const ref = /^ref: (\S+)$/.exec(head ?? '')?.[1];
  if (ref === undefined) return head;
  const packed = readTrimmed(join(common, 'packed-refs'))?.split('\n');
  const line = packed?.find((entry) => entry.endsWith(` ${ref}`));
  return readTrimmed(join(common, ref)) ?? line?.split(' ')[0];
}

// The image runs this file without any package: see Dockerfile.
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const read = (name: string) => readTrimmed(join(ROOT, name));

/** `npm run release` writes the file. */
function releasedCommit(): string | undefined {
  const release = read('release.json');
  return release === undefined ? undefined : JSON.parse(release).commit;
}

function findCommit(): string | null {
  const commit = releasedCommit() ?? checkedOutCommit(ROOT) ?? '';
  return /^[0-9a-f]{40}$/.test(commit) ? commit : null;
}

export const SOFTWARE_VERSION: string = JSON.parse(read('package.json') ?? '{}').version;

/** Null if this is neither a release nor a checkout. */
export const SOFTWARE_COMMIT = findCommit();

export const SOFTWARE = { version: SOFTWARE_VERSION, commit: SOFTWARE_COMMIT };
