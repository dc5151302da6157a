import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { isAbandoned } from './atomic-write.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

/** What is in the store, and copied into these folders. */
const CACHED = [`${UPLOADS_FOLDER}/`, 'cache/social/'];

/** Removes the copies of what another instance has removed from the store; returns how many. */
export async function trimCache(files: FileStore): Promise<number> {
  if (!files.isRemote) return 0;
  let removed = 0;
  const here = createDiskStore(files.folder);
  for (const folder of CACHED) {
    const kept = new Set<string>();
    for await (const { path } of files.list(folder, 'deep')) kept.add(path);
    // A younger one may have come to the store since that was listed.
    for await (const { path, modified } of here.list(folder, 'deep'))
      if (!kept.has(path) && isAbandoned(modified)) {
        await here.remove(path);
        removed += 1;
      }
  }
  return removed;
}
