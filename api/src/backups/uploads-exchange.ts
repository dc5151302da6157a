import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { isImageName } from '@longhand/contract/image-names';
import { giveToOwner, makeFolder } from '../database/ownership.ts';
import { syncPathNow } from '../durable-files.ts';

const uploadsOf = (folder: string) => join(folder, 'uploads');

function imagesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(isImageName) : [];
}

/** The same file under another name; a copy where that cannot be, as on another disk. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    syncPathNow(to);
  }
}

/** Keeps the uploads also elsewhere. */
export function keepUploads(dataDir: string, aside: string): void {
  const names = imagesIn(uploadsOf(dataDir));
  if (names.length === 0) return;
  mkdirSync(uploadsOf(aside), { mode: 0o700 });
  for (const name of names)
    linkOrCopy(join(uploadsOf(dataDir), name), join(uploadsOf(aside), name));
  syncPathNow(uploadsOf(aside));
}

/** Puts other uploads beside the present; one of the same name takes its place. Returns their names. */
export function addUploads(from: string, dataDir: string): string[] {
  const folder = uploadsOf(dataDir);
  makeFolder(dataDir, folder);
  giveToOwner(dataDir, uploadsOf(from));
  const names = imagesIn(uploadsOf(from));
  for (const name of names) {
    try {
      renameSync(join(uploadsOf(from), name), join(folder, name));
    } catch {
      // The uploads are a disk of their own.
      const temporary = join(folder, `${name}.tmp`);
      copyFileSync(join(uploadsOf(from), name), temporary);
      giveToOwner(dataDir, temporary);
      syncPathNow(temporary);
      renameSync(temporary, join(folder, name));
    }
  }
  syncPathNow(folder);
  return names;
}

/** Leaves only these, and nothing that was made from any: that is made again. */
export function removeUploadsExcept(dataDir: string, names: readonly string[]): void {
  const kept = new Set(names);
  const folder = uploadsOf(dataDir);
  for (const name of imagesIn(folder)) if (!kept.has(name)) rmSync(join(folder, name));
  rmSync(join(folder, 'narrower'), { recursive: true, force: true });
  rmSync(join(dataDir, 'cache'), { recursive: true, force: true });
}
