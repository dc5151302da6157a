import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { isAbandoned } from './atomic-write.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

const CACHED_FOLDERS = [`${UPLOADS_FOLDER}/`, 'cache/social/'];

/** Removes cached files that another instance has removed from the store; returns how many. */
export async function trimCache(files: FileStore): Promise<number> {
  if (!files.isRemote) return 0;
  let removed = 0;
  const cache = createDiskStore(files.folder);
  for (const folder of CACHED_FOLDERS) {
    const stored = new Set<string>();
    for await (const { path } of files.list(folder, 'deep')) stored.add(path);
    // A newer one may have been stored after the listing.
    for await (const { path, modified } of cache.list(folder, 'deep'))
      if (!stored.has(path) && isAbandoned(modified)) {
        await cache.remove(path);
        removed += 1;
      }
  }
  return removed;
}
