import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

type Skip = (name: string) => boolean;

/** Relative paths of all files and links. */
export function* walk(folder: string, isSkipped: Skip = () => false, from = ''): Generator<string> {
  for (const entry of readdirSync(join(folder, from), { withFileTypes: true })) {
    if (isSkipped(entry.name)) continue;
    const path = join(from, entry.name);
    if (entry.isDirectory()) yield* walk(folder, isSkipped, path);
    else yield path;
  }
}

function linkFile(from: string, to: string): void {
  rmSync(to, { force: true });
  if (lstatSync(from).isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    return;
  }
  try {
    linkSync(from, to);
  } catch {
    // Another file system, or one without hard links.
    copyFileSync(from, to);
  }
}

/** Why hard links: copying 40,000 files takes too long. */
export function linkFolder(from: string, to: string, isSkipped?: Skip): void {
  let lastFolder = '';
  for (const path of walk(from, isSkipped)) {
    const target = join(to, path);
    if (dirname(target) !== lastFolder) {
      lastFolder = dirname(target);
      mkdirSync(lastFolder, { recursive: true });
    }
    linkFile(join(from, path), target);
  }
}
