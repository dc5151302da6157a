import { join } from 'node:path';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { forbidInTransactions } from './forbid-in-transactions.ts';
import type { S3Settings } from './s3-objects.ts';
import { createS3Store } from './s3-store.ts';

/** Where files are: in this folder, or in an object store with a cache in this folder. */
export type FileLocation = { readonly dataDir: string; readonly s3?: S3Settings | undefined };

/** Apart from the folder's own files: what is not in the store may go from a cache at any time. */
const CACHE = 'cache/store';

export function openFileStore({ dataDir, s3 }: FileLocation): FileStore {
  return forbidInTransactions(
    s3 ? createS3Store(join(dataDir, CACHE), s3) : createDiskStore(dataDir),
  );
}
