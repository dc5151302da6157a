import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Undefined if it cannot be read. */
export function readTrimmed(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** A worktree has a file that names its folder, which names the one that all worktrees share. */
function gitFolders(root: string): { own: string; common: string } {
  const git = join(root, '.git');
  const named = /^gitdir: (.+)$/.exec(readTrimmed(git) ?? '')?.[1];
  const own = named === undefined ? git : resolve(root, named);
  return { own, common: resolve(own, readTrimmed(join(own, 'commondir')) ?? '.') };
}

/** Without the program git, which a server may lack. */
export function checkedOutCommit(root: string): string | undefined {
  const { own, common } = gitFolders(root);
  const head = readTrimmed(join(own, 'HEAD'));
  const ref = /^ref: (\S+)$/.exec(head ?? '')?.[1];
  if (ref === undefined) return head;
  const packed = readTrimmed(join(common, 'packed-refs'))?.split('\n');
  const line = packed?.find((entry) => entry.endsWith(` ${ref}`));
  return readTrimmed(join(common, ref)) ?? line?.split(' ')[0];
}
