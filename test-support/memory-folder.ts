import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** Containers often have 64 MB, which databases and Chromium would fill. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** Set for the processes of a run that has already chosen. */
const CHOSEN = 'LONGHAND_TEST_FOLDER';

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/**
 * Puts the temporary folders of this process and its children into memory where there is room: a
 * database on a disk waits for each of its writes. Removed when this process exits.
 */
export function useMemoryForTemporaryFolders(): void {
  if (process.env[CHOSEN] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, 'longhand-'));
  // Readable for the user that PostgreSQL runs as.
  chmodSync(folder, 0o755);
  process.env[CHOSEN] = folder;
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}
