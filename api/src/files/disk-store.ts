import type { Dirent } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { explainStorage } from '../storage-failures.ts';
import { exists, moveAtomically, undefinedIfMissing, writeAtomically } from './atomic-write.ts';
import type { FileStore, StoredFile } from './file-store.ts';

export function createDiskStore(folder: string): FileStore {
  const locate = (path: string) => join(folder, path);

  async function find(path: string): Promise<StoredFile | undefined> {
    const stats = await stat(locate(path)).catch(undefinedIfMissing);
    return stats?.isFile() ? { path, size: stats.size, modified: stats.mtime } : undefined;
  }

  async function* listFolder(
    parent: string,
    namePrefix: string,
    isDeep: boolean,
  ): AsyncGenerator<StoredFile> {
    const entries: Dirent[] =
      (await readdir(locate(parent), { withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
    for (const entry of entries.filter(({ name }) => name.startsWith(namePrefix))) {
      const path = `${parent}${entry.name}`;
      if (entry.isDirectory()) {
        if (isDeep) yield* listFolder(`${path}/`, '', true);
        continue;
      }
      // Another process may have removed the file.
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
    list(prefix, mode) {
      const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      return listFolder(parent, prefix.slice(parent.length), mode === 'deep');
    },
    async prepare() {
      await mkdir(locate(UPLOADS_FOLDER), { recursive: true }).catch((error) => {
        throw explainStorage(error, folder);
      });
    },
  };
}
