import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { Mutex } from 'async-mutex';
import { explainStorage } from '../storage-failures.ts';
import { exists, moveAtomically, writeAtomically } from './atomic-write.ts';
import { createFetchLimiter } from './fetch-limiter.ts';
import type { FileStore } from './file-store.ts';
import { createS3Objects, type S3Settings } from './s3-objects.ts';

async function writeToCache(file: string, bytes: Buffer): Promise<void> {
  const cached = await readFile(file).catch(() => undefined);
  if (cached?.equals(bytes)) return;
  await writeAtomically(file, bytes).catch(() => rm(file, { force: true }));
}

/** Files in an S3-compatible store; `folder` is a cache that can be deleted at any time. */
export function createS3Store(folder: string, settings: S3Settings): FileStore {
  const { prefix } = settings;
  const objects = createS3Objects(settings);
  const locate = (path: string) => join(folder, path);
  const keyOf = (path: string) => prefix + path;
  const uploadMutex = new Mutex();

  const fetchLimiter = createFetchLimiter(async (path) => {
    const bytes = await objects.get(keyOf(path));
    if (bytes) await writeAtomically(locate(path), bytes);
    return bytes !== undefined;
  });

  return {
    folder,
    isRemote: true,

    async ensureLocal(path, mode) {
      const isCached = () => exists(locate(path));
      if (mode !== 'refetch' && (await isCached())) return true;
      return (await fetchLimiter.fetch(path, isCached)) || isCached();
    },

    read: (path) => objects.get(keyOf(path)),

    async find(path) {
      const object = await objects.head(keyOf(path));
      return object && { path, size: object.size, modified: object.modified };
    },

    async put(path, bytes, mode) {
      await objects.put(keyOf(path), bytes);
      fetchLimiter.invalidate(path);
      // The file is stored: a failure to cache it must not fail the request.
      if (mode !== 'uncached') await writeToCache(locate(path), bytes).catch(() => {});
    },

    // One at a time: each upload is in memory while it is sent, because it may have to be sent again.
    putFile: (path, file) =>
      uploadMutex.runExclusive(async () => {
        await objects.put(keyOf(path), await readFile(file));
        fetchLimiter.invalidate(path);
        await moveAtomically(file, locate(path)).catch(() => rm(file, { force: true }));
      }),

    async remove(path) {
      await objects.delete(keyOf(path));
      await rm(locate(path), { force: true });
    },

    async *list(start, mode) {
      for await (const { key, size, modified } of objects.list(keyOf(start), mode === 'deep'))
        yield { path: key.slice(prefix.length), size, modified };
    },

    async prepare() {
      await mkdir(locate(UPLOADS_FOLDER), { recursive: true }).catch((error) => {
        throw explainStorage(error, folder);
      });
      await objects.prepareBucket();
    },
  };
}
