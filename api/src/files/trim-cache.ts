import { DAY_MS } from '../clock.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

/** One in use is fetched again every day, if the store is not down. */
const UNUSED_AFTER_MS = 7 * DAY_MS;

/** Removes cached files that were not needed lately; returns how many. */
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
