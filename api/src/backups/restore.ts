import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../database/database-file.ts';
import { isReplacing } from '../database/replacement.ts';
import { checkDatabase } from './check-database.ts';
import { exchangeData, makeIncoming } from './exchange.ts';
import type { Manifest } from './manifest.ts';
import { unpackBackup } from './read-archive.ts';
import type { Progress } from './write-archive.ts';

export type Restored = { readonly manifest: Manifest; readonly aside: string | undefined };

/** Makes a folder's data those of a backup, once all of it is known to be whole. */
export async function restoreBackup(
  dataDir: string,
  file: string,
  onProgress?: (progress: Progress) => void,
): Promise<Restored> {
  const now = new Date();
  const incoming = makeIncoming(dataDir, now);
  try {
    const manifest = await unpackBackup(file, incoming, onProgress);
    checkDatabase(join(incoming, DATABASE_FILE), file);
    return { manifest, aside: exchangeData(dataDir, 'restore', incoming, now) };
  } catch (error) {
    if (!isReplacing(dataDir)) rmSync(incoming, { recursive: true, force: true });
    throw error;
  }
}
