import { join } from 'node:path';
import { DATABASE_FILE } from '../database/database-file.ts';
import type { DatabaseLocation } from '../database/location.ts';
import type { FileLocation } from '../files/open-store.ts';
import { putUploads } from '../moving/copy-uploads.ts';
import { checkUsable } from './check-copy.ts';
import { exchangeData, type Prepared, withIncoming } from './exchange.ts';
import type { Manifest } from './manifest.ts';
import { unpackBackup } from './read-archive.ts';
import { exchangePostgres } from './restore-postgres.ts';
import type { ArchiveOptions } from './write-archive.ts';

export type Restored = { readonly manifest: Manifest; readonly aside: string | undefined };

/** Makes a blog's data those of a backup, once all of it is known to be whole. */
export function restoreBackup(
  place: DatabaseLocation & FileLocation,
  file: string,
  options: ArchiveOptions = {},
): Promise<Restored> {
  const { dataDir, databaseUrl, s3 } = place;
  const now = new Date();
  return withIncoming(place, now, async (incoming) => {
    const manifest = await unpackBackup(file, incoming, options);
    checkUsable(join(incoming, DATABASE_FILE), file);
    // Before the posts that show them; those of another past do no harm.
    await putUploads({ dataDir: incoming, s3 });
    options.signal?.throwIfAborted();
    const prepared: Prepared = { incoming, madeAt: new Date(manifest.created_at), now };
    const aside =
      databaseUrl === undefined
        ? exchangeData(dataDir, 'restore', prepared)
        : await exchangePostgres({ dataDir, databaseUrl }, prepared, options.signal);
    return { manifest, aside };
  });
}
