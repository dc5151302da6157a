import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '../durable-files.ts';

/** What an interrupted writing leaves behind ends like this. */
export const TEMPORARY = '.tmp';

/** For a look at a file that need not be there. */
export function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
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
