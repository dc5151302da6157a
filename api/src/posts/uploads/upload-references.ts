import { setImmediate } from 'node:timers/promises';
import { imageNamesIn, MAX_IMAGE_USES } from '@longhand/contract/image-names';
import type { ImageUse } from '@longhand/contract/images';
import { BATCH_SIZE } from '../../database/batches.ts';
import type { Database } from '../../database/tables.ts';
import { findReferenced } from '../../database/upload-references.repository.ts';
import {
  listPageUses,
  listPostUses,
  listSettingValues,
  readReferencingTexts,
} from './upload-references.repository.ts';

async function findUnreferenced(
  db: Database,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const unreferenced = new Set(names);
  for (const value of await listSettingValues(db))
    for (const name of imageNamesIn(value)) unreferenced.delete(name);
  for (let first = 0; first < names.length; first += BATCH_SIZE) {
    const some = names.slice(first, first + BATCH_SIZE);
    for (const name of await findReferenced(db, some)) unreferenced.delete(name);
    // SQLite is synchronous: without this, no request would be served meanwhile.
    await setImmediate();
  }
  return unreferenced;
}

/** Posts, pages, working copies, the trash, all versions and settings of the site can reference an upload. */
export function createUploadReferences(db: Database) {
  return {
    findUnreferenced: (names: readonly string[]) => findUnreferenced(db, names),

    /** The posts that use each upload, the newest first, and then the pages. */
    async findUses(names: readonly string[]): Promise<ReadonlyMap<string, readonly ImageUse[]>> {
      const uses = new Map(names.map((name): [string, ImageUse[]] => [name, []]));
      if (names.length === 0) return uses;
      for (const { name, published, ...post } of await listPostUses(db, names))
        uses.get(name)?.push({ ...post, published: published === 1 });
      for (const { name, ...page } of await listPageUses(db, names))
        uses.get(name)?.push({ ...page, published: true });
      for (const posts of uses.values()) posts.splice(MAX_IMAGE_USES);
      return uses;
    },

    readTexts: () => readReferencingTexts(db),

    /** Also within a transaction. */
    isReferencedNow: async (db: Database, name: string): Promise<boolean> =>
      (await findReferenced(db, [name])).length > 0 ||
      (await listSettingValues(db)).some((value) => value.includes(name)),
  };
}
