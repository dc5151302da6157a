import {
  accessSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
} from 'node:fs';
import { join } from 'node:path';

const isRoot = () => process.getuid?.() === 0;

/**
 * What root makes in somebody's folder of data would be out of that user's reach: it is given to
 * whom the folder belongs. For any other user it is theirs already.
 */
export function giveToOwner(dataDir: string, path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = lstatSync(dataDir);
  const give = (each: string): void => {
    lchownSync(each, uid, gid);
    if (lstatSync(each).isDirectory()) for (const name of readdirSync(each)) give(join(each, name));
  };
  give(path);
}

/** A folder within that of the data; one that is there stays as it is. */
export function makeFolder(dataDir: string, folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveToOwner(dataDir, folder);
}

/** The first of the paths that is there and that this user may not change. */
export function findUnwritable(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    if (!existsSync(path)) return false;
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
      return false;
    } catch {
      return true;
    }
  });
}
