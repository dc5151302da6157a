import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import type { S3Settings } from './s3-objects.ts';
import { createS3Store } from './s3-store.ts';

/** Where files are: in this folder, or in an object store with this folder as its cache. */
export type FilePlace = { readonly dataDir: string; readonly s3?: S3Settings | undefined };

export function openFileStore({ dataDir, s3 }: FilePlace): FileStore {
  return s3 ? createS3Store(dataDir, s3) : createDiskStore(dataDir);
}
