import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '../durable-files.ts';

/** The name of every unfinished file ends with this, so that leftovers of a crash can be found. */
export const TEMPORARY_SUFFIX = '.tmp';

/** A newer file may still be in use, here or in another process. */
const ABANDONED_AFTER_MS = 3_600_000;

export function isAbandoned(modified: Date): boolean {
  return Date.now() - modified.getTime() > ABANDONED_AFTER_MS;
}

/** Used in `.catch()` after reading an optional file. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

export async function removeAbandonedFiles(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
  let removed = 0;
  for (const name of names.filter((entry) => entry.endsWith(TEMPORARY_SUFFIX))) {
    const file = join(folder, name);
    const stats = await stat(file).catch(undefinedIfMissing);
    if (!stats || !isAbandoned(stats.mtime)) continue;
    await rm(file, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

export function temporaryFileIn(folder: string): string {
  return join(folder, `${randomUUID()}${TEMPORARY_SUFFIX}`);
}

/** The move survives a crash, because the file and the folder are synced. */
export async function moveAtomically(from: string, to: string): Promise<void> {
  await syncPath(from);
  await rename(from, to);
  await syncPath(dirname(to));
}

export async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  const folder = dirname(file);
  // The folder may have been removed since the start.
  await mkdir(folder, { recursive: true });
  const temporary = temporaryFileIn(folder);
  try {
    await writeFile(temporary, bytes, { flag: 'wx' });
    await moveAtomically(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
