import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { Mutex } from 'async-mutex';
import { DAY_MS } from '../clock.ts';
import { explainStorage } from '../storage-failures.ts';
import { moveAtomically, undefinedIfMissing, writeAtomically } from './atomic-write.ts';
import { createFetchLimiter } from './fetch-limiter.ts';
import type { FileStore } from './file-store.ts';
import { createS3Objects, type S3Settings } from './s3-objects.ts';

async function writeToCache(file: string, bytes: Buffer): Promise<void> {
  const cached = await readFile(file).catch(() => undefined);
  if (cached?.equals(bytes)) return;
  await writeAtomically(file, bytes).catch(() => rm(file, { force: true }));
}

/** Another instance may have removed the file from the store since it was fetched. */
const RECHECK_AFTER_MS = DAY_MS;

/** Undefined if the file is not cached. */
async function ageOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(undefinedIfMissing);
  return stats && Date.now() - stats.mtimeMs;
}

/** The files are in an S3-compatible store; `folder` is a cache that can be deleted at any time. */
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

  /** False if the store does not have the file, which is then removed from the cache. */
  async function fetchRecent(path: string): Promise<boolean> {
    const isRecent = async () =>
      ((await ageOf(locate(path))) ?? RECHECK_AFTER_MS) < RECHECK_AFTER_MS;
    if ((await fetchLimiter.fetch(path, isRecent)) || (await isRecent())) return true;
    await rm(locate(path), { force: true });
    return false;
  }

  return {
    folder,
    isRemote: true,

    async ensureLocal(path, mode) {
      const age = mode === 'refetch' ? undefined : await ageOf(locate(path));
      if (age === undefined) return fetchRecent(path);
      // Runs in the background, because a store that is slow or down must not delay a file that is here.
      if (age >= RECHECK_AFTER_MS) fetchRecent(path).catch(() => {});
      return true;
    },

    read: (path) => objects.get(keyOf(path)),

    async find(path) {
      const object = await objects.head(keyOf(path));
      return object && { path, size: object.size, modified: object.modified };
    },

    async put(path, bytes, mode) {
      await objects.put(keyOf(path), bytes);
      fetchLimiter.invalidate(path);
      // The file is stored, so a failure to cache it must not fail the request.
      if (mode !== 'uncached') await writeToCache(locate(path), bytes).catch(() => {});
    },

    // One upload at a time, because each is in memory while it is sent: it may have to be sent again.
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
