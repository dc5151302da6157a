import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '../durable-files.ts';

/** What an interrupted writing leaves behind ends like this. */
export const TEMPORARY = '.tmp';

/** A younger file may belong to work that is under way, here or in another process. */
const ABANDONED_AFTER_MS = 3_600_000;

export function isAbandoned(modified: Date): boolean {
  return Date.now() - modified.getTime() > ABANDONED_AFTER_MS;
}

/** For a look at a file that need not be there. */
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

/** Removes what interrupted work left in a folder that need not be there; returns how much. */
export async function removeAbandonedFiles(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
  let removed = 0;
  for (const name of names.filter((each) => each.endsWith(TEMPORARY))) {
    const file = join(folder, name);
    const found = await stat(file).catch(undefinedIfMissing);
    if (!found || !isAbandoned(found.mtime)) continue;
    await rm(file, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** A name for what is not whole yet; see TEMPORARY. */
export function temporaryFileIn(folder: string): string {
  return join(folder, `${randomUUID()}${TEMPORARY}`);
}

/** Gives a file that is finished its name, for good. */
export async function moveAtomically(from: string, to: string): Promise<void> {
  await syncPath(from);
  await rename(from, to);
  await syncPath(dirname(to));
}

/** Writes a file so that it is there whole, for good, or not at all. */
export async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  const folder = dirname(file);
  // Somebody may have removed it while this was running.
  await mkdir(folder, { recursive: true });
  const temporary = temporaryFileIn(folder);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await moveAtomically(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
