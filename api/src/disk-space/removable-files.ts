import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VARIANTS_FOLDER } from '@longhand/contract/media/image-names';
import type { RemovableFilesName } from '@longhand/contract/storage';
import { listAutomatic } from '../backups/automatic-backups.ts';
import type { Clock } from '../clock.ts';
import { backupsFolder } from '../database/location.ts';
import { listMigrationSnapshots } from '../database/sqlite/migration-snapshots.ts';
import type { FileStore } from '../files/file-store.ts';
import { UPLOADS } from '../images/image-store.ts';

export type RemovableFilesOptions = {
  readonly dataDir: string;
  readonly files: FileStore;
  readonly clock: Clock;
};

type Removable = { readonly bytes: number; readonly remove: () => Promise<void> };

/** Resized pictures are made again when somebody asks for them. */
async function* listResized({ files }: RemovableFilesOptions): AsyncGenerator<Removable> {
  if (files.isRemote) return;
  for await (const { path, size } of files.list(`${UPLOADS}${VARIANTS_FOLDER}/`, 'deep'))
    yield { bytes: size, remove: () => files.remove(path) };
}

/** The newest backup of each kind is kept. */
async function* listOldBackups({
  dataDir,
  clock,
}: RemovableFilesOptions): AsyncGenerator<Removable> {
  const folder = backupsFolder(dataDir);
  const automatic = (await listAutomatic(folder, clock())).slice(0, -1);
  const copies = listMigrationSnapshots(dataDir).slice(1);
  for (const file of [
    ...automatic.map((name) => join(folder, name)),
    ...copies.map(({ file }) => file),
  ]) {
    const found = await stat(file).catch(() => undefined);
    if (found) yield { bytes: found.size, remove: () => rm(file, { force: true }) };
  }
}

const LISTS = {
  'resized-pictures': listResized,
  'old-backups': listOldBackups,
} satisfies Record<RemovableFilesName, unknown>;

export function createRemovableFiles(options: RemovableFilesOptions) {
  async function count(name: RemovableFilesName) {
    const all = await Array.fromAsync(LISTS[name](options));
    return { name, files: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  return {
    /** Kinds without files are left out; the largest comes first. */
    async count() {
      const names = Object.keys(LISTS) as RemovableFilesName[];
      const counted = await Promise.all(names.map(count));
      return counted.filter(({ files }) => files > 0).toSorted((a, b) => b.bytes - a.bytes);
    },

    async remove(name: RemovableFilesName): Promise<void> {
      for await (const { remove } of LISTS[name](options)) await remove();
    },
  };
}
