import { join } from 'node:path';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { forbidInTransactions } from './forbid-in-transactions.ts';
import type { S3Settings } from './s3-objects.ts';
import { createS3Store } from './s3-store.ts';

/** With `s3`, `dataDir` holds only a cache. */
export type FileLocation = { readonly dataDir: string; readonly s3?: S3Settings | undefined };

/** Separate from uploads/: files are removed from the cache. */
const CACHE = 'cache/store';

export function openFileStore({ dataDir, s3 }: FileLocation): FileStore {
  return forbidInTransactions(
    s3 ? createS3Store(join(dataDir, CACHE), s3) : createDiskStore(dataDir),
  );
}
