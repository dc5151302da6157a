import type { Dirent } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { explainStorage } from '../storage-failures.ts';
import { exists, moveAtomically, undefinedIfMissing, writeAtomically } from './atomic-write.ts';
import type { FileStore, StoredFile } from './file-store.ts';

/** Files in the folder of data itself. */
export function createDiskStore(folder: string): FileStore {
  const locate = (path: string) => join(folder, path);

  async function find(path: string): Promise<StoredFile | undefined> {
    const found = await stat(locate(path)).catch(undefinedIfMissing);
    return found?.isFile() ? { path, size: found.size, modified: found.mtime } : undefined;
  }

  async function* listFolder(
    within: string,
    start: string,
    isDeep: boolean,
  ): AsyncGenerator<StoredFile> {
    const entries: Dirent[] =
      (await readdir(locate(within), { withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
    for (const entry of entries.filter(({ name }) => name.startsWith(start))) {
      const path = `${within}${entry.name}`;
      if (entry.isDirectory()) {
        if (isDeep) yield* listFolder(`${path}/`, '', true);
        continue;
      }
      // Others remove files, too.
      const file = await find(path);
      if (file) yield file;
    }
  }

  return {
    folder,
    isRemote: false,
    ensureLocal: (path) => exists(locate(path)),
    read: (path) => readFile(locate(path)).catch(undefinedIfMissing),
    find,
    put: (path, bytes) => writeAtomically(locate(path), bytes),
    putFile: (path, file) => moveAtomically(file, locate(path)),
    remove: (path) => rm(locate(path), { force: true }),
    list(prefix, how) {
      const within = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      return listFolder(within, prefix.slice(within.length), how === 'deep');
    },
    async prepare() {
      await mkdir(locate(UPLOADS_FOLDER), { recursive: true }).catch((error) => {
        throw explainStorage(error, folder);
      });
    },
  };
}
