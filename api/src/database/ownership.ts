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

/** When a command runs as root, the server's user could not open the files that it creates. */
export function chownLikeDataDir(dataDir: string, path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = lstatSync(dataDir);
  const chownTree = (entry: string): void => {
    lchownSync(entry, uid, gid);
    if (!lstatSync(entry).isDirectory()) return;
    for (const name of readdirSync(entry)) chownTree(join(entry, name));
  };
  chownTree(path);
}

export function createDataFolder(dataDir: string, folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownLikeDataDir(dataDir, folder);
}

/** Returns the first existing path that this user cannot read and write. */
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
