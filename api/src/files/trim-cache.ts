import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

/** What is in the store, and copied into these folders. */
const CACHED = ['uploads/', 'cache/social/'];

/** A younger one may have come to the store since that was looked through. */
const OLD_AFTER_MS = 3_600_000;

/** Removes the copies of what another instance has removed from the store. */
export async function trimCache(files: FileStore): Promise<void> {
  if (!files.isRemote) return;
  const here = createDiskStore(files.folder);
  for (const folder of CACHED) {
    const kept = new Set<string>();
    for await (const { path } of files.list(folder, 'deep')) kept.add(path);
    for await (const { path, modified } of here.list(folder, 'deep'))
      if (!kept.has(path) && Date.now() - modified.getTime() > OLD_AFTER_MS)
        await here.remove(path);
  }
}
