import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { Mutex } from 'async-mutex';
import { explainStorage } from '../storage-failures.ts';
import { exists, moveAtomically, writeAtomically } from './atomic-write.ts';
import { createFetchLimiter } from './fetch-limiter.ts';
import type { FileStore } from './file-store.ts';
import { createS3Objects, type S3Settings } from './s3-objects.ts';

/** Files in an S3-compatible store; the folder is a cache that can be deleted. */
export function createS3Store(folder: string, settings: S3Settings): FileStore {
  const { prefix } = settings;
  const objects = createS3Objects(settings);
  const locate = (path: string) => join(folder, path);
  const keyOf = (path: string) => prefix + path;
  const sending = new Mutex();

  const fetches = createFetchLimiter(async (path) => {
    const bytes = await objects.get(keyOf(path));
    if (bytes) await writeAtomically(locate(path), bytes);
    return bytes !== undefined;
  });

  /** A copy that cannot be made is fetched when it is asked for. */
  async function cache(path: string, bytes: Buffer): Promise<void> {
    const here = await readFile(locate(path)).catch(() => undefined);
    if (here?.equals(bytes)) return;
    await writeAtomically(locate(path), bytes).catch(() => rm(locate(path), { force: true }));
  }

  return {
    folder,
    isRemote: true,

    async ensureLocal(path, how) {
      const isHere = () => exists(locate(path));
      if (how !== 'refetch' && (await isHere())) return true;
      return (await fetches.once(path, isHere)) || isHere();
    },

    read: (path) => objects.get(keyOf(path)),

    async find(path) {
      const found = await objects.head(keyOf(path));
      return found && { path, size: found.size, modified: found.modified };
    },

    async put(path, bytes, how) {
      await objects.put(keyOf(path), bytes);
      fetches.forget(path);
      if (how !== 'uncached') await cache(path, bytes).catch(() => {});
    },

    // One at a time: each is in memory while it is sent, since it may have to be sent again.
    putFile: (path, file) =>
      sending.runExclusive(async () => {
        await objects.put(keyOf(path), await readFile(file));
        fetches.forget(path);
        // A copy that cannot be made is fetched when it is asked for.
        await moveAtomically(file, locate(path)).catch(() => rm(file, { force: true }));
      }),

    async remove(path) {
      await objects.delete(keyOf(path));
      await rm(locate(path), { force: true });
    },

    async *list(start, how) {
      for await (const { key, size, modified } of objects.list(keyOf(start), how === 'deep'))
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
