import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '../durable-files.ts';

/** What an interrupted writing leaves behind ends like this. */
export const TEMPORARY = '.tmp';

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes a file so that it is there whole, for good, or not at all. */
export async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const folder = dirname(file);
  // Somebody may have removed it while this was running.
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `${randomUUID()}${TEMPORARY}`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncPath(folder);
}
