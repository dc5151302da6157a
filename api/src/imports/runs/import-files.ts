import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_IMPORT_MB } from '@longhand/contract/limits';
import { createDataFolder } from '../../database/ownership.ts';
import { exists, TEMPORARY_SUFFIX, undefinedIfMissing } from '../../files/atomic-write.ts';
import type { FileStore } from '../../files/file-store.ts';
import { ProblemError } from '../../http/problem.ts';
import { ImportError } from '../source.ts';

const MAX_BYTES = MAX_IMPORT_MB * 1024 ** 2;

function tooLarge(): ProblemError {
  return new ProblemError(
    'too-large',
    `The file is larger than ${MAX_IMPORT_MB} MB. Import it on the server: npm run import -- FILE.`,
  );
}

/** File systems allow 255 bytes. */
const MAX_NAME_BYTES = 200;

/**
 * The file has its own folder, and so keeps its name, by which some archives are recognised, or the end of a
 * long name.
 */
export function safeName(name: string): string {
  const letters = [...name.replace(/[^\p{L}\p{N}._ -]+/gu, '-')];
  while (Buffer.byteLength(letters.join('')) > MAX_NAME_BYTES) letters.shift();
  return letters.join('').replace(/^[. ]+/, '') || 'import';
}

async function write(body: Readable, file: string): Promise<number> {
  await using handle = await open(file, 'wx', 0o600);
  let bytes = 0;
  // The body is not destroyed, because that would close the connection before the response.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    await handle.appendFile(chunk);
  }
  return bytes;
}

/** Each part is in memory while it is sent. */
const PART_BYTES = 16 * 1024 * 1024;

/** A file is stored in parts below `imports/`, which no address shows and no backup contains. */
function createSharedFiles(store: FileStore, partBytes: number) {
  const PREFIX = 'imports/';
  const pathOf = (id: string, part: number) =>
    `${PREFIX}${id}/${String(part).padStart(4, '0')}.part`;

  return {
    has: async (id: string) => (await store.find(pathOf(id, 0))) !== undefined,

    async put(id: string, file: string): Promise<void> {
      let part = 0;
      for await (const bytes of createReadStream(file, { highWaterMark: partBytes })) {
        await store.put(pathOf(id, part), bytes, 'uncached');
        part += 1;
      }
    },

    async *read(id: string): AsyncGenerator<Buffer> {
      for (const { path } of await Array.fromAsync(store.list(`${PREFIX}${id}/`))) {
        const bytes = await store.read(path);
        // The file was deleted after it was listed.
        if (!bytes) throw new ImportError(FILE_GONE);
        yield bytes;
      }
    },

    async remove(id: string): Promise<void> {
      for (const { path } of await Array.fromAsync(store.list(`${PREFIX}${id}/`)))
        await store.remove(path);
    },

    async removeOlderThan(time: Date): Promise<void> {
      for (const { path, modified } of await Array.fromAsync(store.list(PREFIX, 'deep')))
        if (modified < time) await store.remove(path);
    },
  };
}

export const FILE_GONE = 'Its file is gone: files are kept for a day. Upload it again.';

/**
 * Uploaded files are kept until their import is done; an object store makes them available to other
 * instances.
 */
export function createImportFiles(dataDir: string, store: FileStore, partBytes = PART_BYTES) {
  const folder = join(dataDir, 'imports');
  const shared = store.isRemote ? createSharedFiles(store, partBytes) : undefined;
  const fileOf = (id: string, name: string) => join(folder, id, safeName(name));
  const removeHere = (id: string) => rm(join(folder, id), { recursive: true, force: true });

  async function remove(id: string): Promise<void> {
    await removeHere(id);
    await shared?.remove(id);
  }

  async function isOlder(id: string, time: Date): Promise<boolean> {
    const found = await stat(join(folder, id)).catch(undefinedIfMissing);
    return found !== undefined && found.mtime < time;
  }

  async function createFolder(id: string): Promise<void> {
    createDataFolder(dataDir, folder);
    await mkdir(join(folder, id), { mode: 0o700, recursive: true });
  }

  async function fetchFile(id: string, file: string): Promise<void> {
    if (!(await shared?.has(id))) throw new ImportError(FILE_GONE);
    await createFolder(id);
    const unfinished = `${file}${TEMPORARY_SUFFIX}`;
    await writeFile(unfinished, shared?.read(id) ?? [], { mode: 0o600 });
    await rename(unfinished, file);
  }

  return {
    remove,

    has: async (id: string, name: string) =>
      (await exists(fileOf(id, name))) || ((await shared?.has(id)) ?? false),

    findLocal(id: string, name: string): string | undefined {
      const file = fileOf(id, name);
      return existsSync(file) ? file : undefined;
    },

    /** Fetches from the object store. Throws an `ImportError` if the file is gone. */
    async fetch(id: string, name: string): Promise<string> {
      await fetchFile(id, fileOf(id, name));
      return fileOf(id, name);
    },

    async receive(body: Readable, id: string, name: string): Promise<void> {
      await createFolder(id);
      try {
        if ((await write(body, fileOf(id, name))) === 0)
          throw new ProblemError('invalid-input', 'The file is empty. Choose another one.');
        await shared?.put(id, fileOf(id, name));
      } catch (error) {
        await removeHere(id);
        // What is left in a store that does not respond is deleted a day later.
        await shared?.remove(id).catch(() => {});
        throw error;
      }
    },

    async removeOlderThan(time: Date): Promise<number> {
      const ids = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
      let removed = 0;
      for (const id of ids)
        if (await isOlder(id, time)) {
          await removeHere(id);
          removed += 1;
        }
      await shared?.removeOlderThan(time);
      return removed;
    },
  };
}

export type ImportFiles = ReturnType<typeof createImportFiles>;
