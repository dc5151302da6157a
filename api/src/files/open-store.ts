import { join } from 'node:path';
import { DAY_MS } from '../clock.ts';
import { assertNotInTransaction } from '../database/transaction.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import type { Reserve } from './reserve.ts';
import type { S3Settings } from './s3-objects.ts';
import { createS3Store } from './s3-store.ts';

/** A file in use is fetched again every day, if the store is not down. */
const UNUSED_AFTER_MS = 7 * DAY_MS;

export async function trimCache(files: FileStore): Promise<number> {
  if (!files.isRemote) return 0;
  let removed = 0;
  const cache = createDiskStore(files.folder);
  for await (const { path, modified } of cache.list('', 'deep'))
    if (Date.now() - modified.getTime() > UNUSED_AFTER_MS) {
      await cache.remove(path);
      removed += 1;
    }
  return removed;
}

/** Writes to this store do not use the reserve, also those of pictures that are made when a reader requests them. */
export function keepReserve(store: FileStore, reserve: Reserve | undefined): FileStore {
  if (!reserve) return store;
  return {
    ...store,
    async put(...args) {
      reserve.assertRoom();
      await store.put(...args);
    },
    async putFile(...args) {
      reserve.assertRoom();
      await store.putFile(...args);
    },
  };
}

/** A store can be as slow as the network, and a transaction blocks all other writers. */
function forbidInTransactions(store: FileStore): FileStore {
  const guarded = Object.entries(store).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member];
    const method = (...args: unknown[]) => {
      assertNotInTransaction('File access');
      return (member as (...args: unknown[]) => unknown)(...args);
    };
    return [name, method];
  });
  return Object.fromEntries(guarded);
}

/** With `s3`, `dataDir` has only a cache. */
export type FileLocation = { readonly dataDir: string; readonly s3?: S3Settings | undefined };

/** Separate from uploads/, because files are removed from the cache. */
const CACHE = 'cache/store';

export function openFileStore({ dataDir, s3 }: FileLocation): FileStore {
  return forbidInTransactions(
    s3 ? createS3Store(join(dataDir, CACHE), s3) : createDiskStore(dataDir),
  );
}
