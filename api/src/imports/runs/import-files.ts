import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_IMPORT_MB } from '@longhand/contract/import-limits';
import { createDataFolder } from '../../database/ownership.ts';
import { exists, undefinedIfMissing } from '../../files/atomic-write.ts';
import { ProblemError } from '../../http/problem.ts';

const MAX_BYTES = MAX_IMPORT_MB * 1024 ** 2;

function tooLarge(): ProblemError {
  return new ProblemError(
    'too-large',
    `The file is larger than ${MAX_IMPORT_MB} MB. Import it on the server: npm run import -- FILE.`,
  );
}

/** File systems allow 255. */
const MAX_NAME_BYTES = 200;

/** Its own folder keeps the name, by which some archives are known, or the end of a long one. */
export function safeName(name: string): string {
  const letters = [...name.replace(/[^\p{L}\p{N}._ -]+/gu, '-')];
  while (Buffer.byteLength(letters.join('')) > MAX_NAME_BYTES) letters.shift();
  return letters.join('').replace(/^[. ]+/, '') || 'import';
}

async function write(body: Readable, file: string): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  let bytes = 0;
  try {
    // Not destroyed: that would close the connection before the response.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw tooLarge();
      await handle.appendFile(chunk);
    }
  } finally {
    await handle.close();
  }
  return bytes;
}

/** Uploaded files, until their import is done. */
export function createImportFiles(dataDir: string) {
  const folder = join(dataDir, 'imports');
  const fileOf = (id: string, name: string) => join(folder, id, safeName(name));
  const remove = (id: string) => rm(join(folder, id), { recursive: true, force: true });

  async function isOlder(id: string, time: Date): Promise<boolean> {
    const found = await stat(join(folder, id)).catch(undefinedIfMissing);
    return found !== undefined && found.mtime < time;
  }

  return {
    fileOf,
    remove,
    has: (id: string, name: string) => exists(fileOf(id, name)),

    async receive(body: Readable, id: string, name: string): Promise<void> {
      createDataFolder(dataDir, folder);
      await mkdir(join(folder, id), { mode: 0o700 });
      try {
        if ((await write(body, fileOf(id, name))) === 0)
          throw new ProblemError('invalid-input', 'The file is empty. Choose another one.');
      } catch (error) {
        await remove(id);
        throw error;
      }
    },

    async removeOlderThan(time: Date): Promise<number> {
      const ids = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
      let removed = 0;
      for (const id of ids)
        if (await isOlder(id, time)) {
          await remove(id);
          removed += 1;
        }
      return removed;
    },
  };
}

export type ImportFiles = ReturnType<typeof createImportFiles>;
