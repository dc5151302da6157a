import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DATABASE_FILE } from '../database/database-file.ts';
import type { DatabaseLocation } from '../database/location.ts';
import type { FileLocation } from '../files/open-store.ts';
import { uploadToObjectStore } from './copy-uploads.ts';
import { checkUsable } from './database-snapshot.ts';
import type { Manifest } from './manifest.ts';
import { type ReadOptions, unpackBackup } from './read-archive.ts';
import { restoreIntoPostgres } from './restore-postgres.ts';
import { type Prepared, swapData, withStaging } from './swap.ts';

export type Restored = { readonly manifest: Manifest; readonly previous: string | undefined };

type RestoreOptions = ReadOptions & {
  /** Read in place of the file, which is then only its name. */
  readonly archive?: Readable;
};

export function restoreBackup(
  location: DatabaseLocation & FileLocation,
  file: string,
  options: RestoreOptions = {},
): Promise<Restored> {
  const { dataDir, databaseUrl, s3 } = location;
  const now = new Date();
  return withStaging(location, now, async (staging) => {
    const manifest = await unpackBackup(file, staging, options);
    checkUsable(join(staging, DATABASE_FILE), file);
    // Before the posts that show them. Extra uploads do no harm.
    await uploadToObjectStore({ dataDir: staging, s3 });
    options.signal?.throwIfAborted();
    const prepared: Prepared = { staging, madeAt: new Date(manifest.created_at), now };
    const previous =
      databaseUrl === undefined
        ? swapData(dataDir, 'restore', prepared)
        : await restoreIntoPostgres({ dataDir, databaseUrl }, prepared, options.signal);
    return { manifest, previous };
  });
}
